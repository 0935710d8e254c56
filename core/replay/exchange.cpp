// Messages of a replay: their two sides meet, they take the way between hosts or inside one, and they complete.
#include "core/replay/exchange.h"

#include <algorithm>

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
  const double seconds = static_cast<double>(message.bytes) * path.seconds_per_byte;
  const bool local = path.route == Path::kLocal;
  if (!local && seconds > small_ * path.latency) {
    starts_.push_back({time, started_++, id});
    std::push_heap(starts_.begin(), starts_.end());
    return;
  }
  if (!local) sharing_.count_small(time, path.route, message.bytes, seconds);
  arrive(id, time + seconds, time + seconds + path.latency);
}

void Exchange::start_next() {
  const Start start = starts_.front();
  std::pop_heap(starts_.begin(), starts_.end());
  starts_.pop_back();
  const Message& message = messages_of_[start.message];
  const Path& path = paths_.find(message.sender, message.receiver);
  sharing_.start(start.time, path.route, static_cast<double>(message.bytes), start.message, path.latency);
}

void Exchange::finish_next() {
  const double now = sharing_.next_finish();
  done_.clear();
  sharing_.finish(done_);
  for (const std::uint32_t id : done_) {
    arrive(id, now, now + messages_of_[id].latency);
  }
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
