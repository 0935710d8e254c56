// Messages of a replay: their two sides meet, they take the way between hosts or inside one, and they complete.
#include "core/replay/exchange.h"

#include "core/replay/rounds.h"

namespace topomorph::replay {

std::uint32_t Exchange::add_message() {
  if (free_.empty()) {
    messages_of_.emplace_back();
    return static_cast<std::uint32_t>(messages_of_.size() - 1);
  }
  const std::uint32_t message = free_.back();
  free_.pop_back();
  messages_of_[message] = {};
  return message;
}

/// Returns the first message of the lane that waits for this side, else a new one at the end of the lane.
std::uint32_t Exchange::take_or_queue(std::uint64_t key, Side side) {
  Lanes::Lane& lane = lanes_.find(key);
  const std::uint32_t first = lane.first;
  if (first != kNoMessage && messages_of_[first].side != side) {
    lane.first = messages_of_[first].next;
    if (lane.first == kNoMessage) {
      lane.first = first;  // remove() needs an entry in use
      lanes_.remove(lane);
    }
    messages_of_[first].side = Side::Both;
    return first;
  }
  const std::uint32_t message = add_message();
  messages_of_[message].side = side;
  if (first == kNoMessage) {
    lanes_.add(lane, key, message);
  } else {
    messages_of_[lane.last].next = message;
    lane.last = message;
  }
  return message;
}

void Exchange::send(const Post& post, double now) {
  const std::uint32_t id = take_or_queue(Lanes::key(post.process, post.peer, post.channel), Side::Send);
  Message& message = messages_of_[id];
  message.sent = now;
  if (message.side == Side::Send || post.bytes != Round::kAsReceived) message.bytes = post.bytes;
  message.sender = post.process;
  message.receiver = post.peer;
  message.send_request = post.request;
  message.eager = post.bytes <= platform_.eager_limit;
  ++messages_;
  if (message.eager) {
    completions_.push_back({post.process, post.request, now, post.bytes});
    depart(id, now);
  } else if (message.side == Side::Both) {
    meet(id);
  }
}

void Exchange::receive(const Post& post, double now) {
  const std::uint32_t id = take_or_queue(Lanes::key(post.peer, post.process, post.channel), Side::Receive);
  Message& message = messages_of_[id];
  message.received = now;
  message.receive_request = post.request;
  if (message.side == Side::Receive || message.bytes == Round::kAsReceived) message.bytes = post.bytes;
  if (message.side == Side::Receive) return;
  if (!message.eager) {
    meet(id);
  } else if (message.arrival != kNever) {
    deliver(id);
  }
}

double Exchange::copy_per_byte(std::uint32_t sender, std::uint32_t receiver) {
  const Path& path = paths_.find(sender, receiver);
  return path.route == Path::kLocal ? path.seconds_per_byte : 0;
}

/// The sender's request to send takes the latency, the receiver's answer the same.
void Exchange::meet(std::uint32_t id) {
  const Message& message = messages_of_[id];
  const double latency = paths_.find(message.sender, message.receiver).latency;
  depart(id, std::max(message.sent + latency, message.received) + latency);
}

void Exchange::depart(std::uint32_t id, double time) {
  Message& message = messages_of_[id];
  const Path& path = paths_.find(message.sender, message.receiver);
  message.latency = path.latency;
  const bool local = path.route == Path::kLocal;
  const std::uint64_t bytes = message.bytes + (local ? 0 : platform_.envelope);
  const double seconds = static_cast<double>(bytes) * path.seconds_per_byte;
  if (!local && seconds > small_ * path.latency) {
    message.left = bytes;
    start_at(time, id);
    return;
  }
  if (!local) sharing_.count_small(time, path.route, bytes, seconds);
  if (path.out != Path::kNone) sharing_.count(time, path.out, bytes, seconds);
  arrive(id, time + seconds, time + seconds + path.latency);
}

void Exchange::start_at(double time, std::uint32_t message, bool granted) {
  starts_.push_back({time, started_++, message, granted});
  std::push_heap(starts_.begin(), starts_.end());
}

/// Starts a message, or its next piece when the first link is free. On the others pieces of several hosts meet.
void Exchange::start_next() {
  const Start start = starts_.front();
  std::pop_heap(starts_.begin(), starts_.end());
  starts_.pop_back();
  Message& message = messages_of_[start.message];
  const Path& path = paths_.find(message.sender, message.receiver);
  const std::uint64_t bytes = path.out == Path::kNone ? message.left : next_piece(message);
  if (path.out != Path::kNone && !start.granted) {
    const double time = grant(message, bytes, path.out, start.time);
    if (time > start.time) {
      start_at(time, start.message, true);
      return;
    }
  }
  message.left -= bytes;
  ++message.pieces;
  if (message.left > 0) start_at(message.out, start.message);
  sharing_.start(start.time, path.route, static_cast<double>(bytes), start.message, path.latency);
}

/// Gives a piece of a message its place on the first link; returns when it begins.
double Exchange::grant(Message& message, std::uint64_t bytes, std::uint32_t link, double time) {
  if (link >= outs_.size()) outs_.resize(link + std::size_t{1});
  const double begin = std::max(time, outs_[link].free());
  message.out = outs_[link].take(begin, static_cast<double>(bytes), paths_.capacity(link), platform_.burst);
  sharing_.count(begin, link, bytes, message.out - begin);
  return begin;
}

/// A long message has few pieces, so that it costs few events.
std::uint64_t Exchange::next_piece(const Message& message) const {
  constexpr std::uint64_t kMostPieces = 16;
  return std::min(message.left, std::max(platform_.piece, message.bytes / kMostPieces));
}

void Exchange::finish_next() {
  const double now = sharing_.next_finish();
  done_.clear();
  sharing_.finish(done_);
  for (const std::uint32_t id : done_) {
    Message& message = messages_of_[id];
    if (--message.pieces > 0 || message.left > 0) continue;
    const double passed = std::max(now, message.out);
    arrive(id, passed, passed + message.latency);
  }
}

bool Exchange::release_senders(double now) {
  bool released = false;
  for (std::uint32_t id = 0; id < messages_of_.size(); ++id) {
    Message& message = messages_of_[id];
    if (message.side != Side::Send || message.eager || message.bytes == Round::kAsReceived) continue;
    message.eager = released = true;
    const double time = std::max(message.sent, now);
    completions_.push_back({message.sender, message.send_request, time, message.bytes});
    depart(id, time);
  }
  return released;
}

void Exchange::arrive(std::uint32_t id, double sent, double time) {
  Message& message = messages_of_[id];
  message.arrival = time;
  if (!message.eager) completions_.push_back({message.sender, message.send_request, sent, message.bytes});
  if (message.side == Side::Both) deliver(id);
}

void Exchange::deliver(std::uint32_t id) {
  const Message& message = messages_of_[id];
  completions_.push_back(
      {message.receiver, message.receive_request, std::max(message.arrival, message.received), message.bytes});
  free_.push_back(id);
}

}  // namespace topomorph::replay
