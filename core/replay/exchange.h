// Messages of a replay: their two sides meet, they take the way between hosts or inside one, and they complete.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/replay/lanes.h"
#include "core/replay/link_sharing.h"
#include "core/replay/paths.h"

namespace topomorph::replay {

/// With a burst it is a token bucket: unused time gives credit, which passes at the rate of the burst.
class OutLink {
 public:
  double free() const { return free_; }  ///< time from which on it takes the next bytes

  /// Takes bytes at `time`, which is not before free(); returns when they have passed. `rate` is in bytes per second.
  double take(double time, double bytes, double rate, const Burst& burst) {
    level_ = std::max(level_, time - burst.bytes / rate) + bytes / rate;
    free_ = std::max(level_, burst.bytes > 0 ? time + bytes / std::max(burst.rate, rate) : 0);
    return free_;
  }

 private:
  double free_ = 0;
  double level_ = -1e300;  ///< when all bytes would have passed at the rate, begun with a full bucket before
};

/// A request that is known to complete, perhaps in the future.
struct Completion {
  std::uint32_t process = 0, request = 0;
  double time = 0;
  std::uint64_t bytes = 0;
};

/// One side of a message. `channel` is a key of Lanes.
struct Post {
  std::uint32_t process = 0, peer = 0, channel = 0, request = 0;
  std::uint64_t bytes = 0;  ///< of a receive: only used if the sender does not know them (Round::kAsReceived)
};

/// A message whose time depends on no other is completed when both sides are known, without an event: the processes
/// may be ahead of the clock. Only transfers that share links wait for their time.
class Exchange {
 public:
  /// The arguments must outlive this. `small`: messages that take less than this part of the latency share nothing.
  Exchange(const Platform& platform, double small, Paths& paths, LinkSharing& sharing)
      : platform_(platform), small_(small), paths_(paths), sharing_(sharing) {}

  /// Start a message at `now`, which may be later than the time of the last event, but not earlier.
  void send(const Post& post, double now);
  void receive(const Post& post, double now);
  /// Returns the seconds that the copy of each byte of a message inside a host takes; 0 between hosts.
  double copy_per_byte(std::uint32_t sender, std::uint32_t receiver);

  /// Returns the time of the next start of a transfer.
  double next_start() const { return starts_.empty() ? kNever : starts_.front().time; }
  void start_next();
  /// Ends the transfers that end at LinkSharing::next_finish().
  void finish_next();

  /// Lets the senders that wait for their receiver go on, if they know what they send. A receive from any sender is
  /// recorded when it is complete, so in the job it may have been there before them. Returns whether there was one.
  bool release_senders(double now);

  /// Requests completed by the calls above; the caller takes and clears them.
  std::vector<Completion>& completions() { return completions_; }
  std::uint64_t messages() const { return messages_; }

 private:
  enum class Side : std::uint8_t { Send, Receive, Both };
  struct Message {
    double sent = 0, received = 0;  // when the sides were started
    double arrival = kNever;        // kNever: not yet known
    double latency = 0;             // of its path, once it has departed
    std::uint64_t bytes = 0;
    std::uint32_t next = kNoMessage;  // in its lane
    std::uint32_t sender = 0, receiver = 0;
    std::uint32_t send_request = 0, receive_request = 0;
    std::uint32_t pieces = 0;  // under way
    std::uint64_t left = 0;    // bytes of which no piece is under way
    double out = 0;            // when the last piece has passed the first link, if it passes one after the other
    Side side = Side::Send;
    bool eager = false;
  };
  struct Start {
    double time;
    std::uint64_t order;
    std::uint32_t message;
    bool granted = false;  // the first link is free for its next piece then
    bool operator<(const Start& o) const { return time != o.time ? time > o.time : order > o.order; }
  };

  std::uint32_t add_message();
  std::uint32_t take_or_queue(std::uint64_t key, Side side);
  void meet(std::uint32_t message);
  void depart(std::uint32_t message, double time);
  void start_at(double time, std::uint32_t message, bool granted = false);
  double grant(Message& message, std::uint64_t bytes, std::uint32_t link, double time);
  std::uint64_t next_piece(const Message& message) const;
  void arrive(std::uint32_t message, double sent, double time);
  void deliver(std::uint32_t message);

  const Platform& platform_;
  double small_;
  Paths& paths_;
  LinkSharing& sharing_;
  Lanes lanes_;
  std::vector<Message> messages_of_;
  std::vector<std::uint32_t> free_;
  std::vector<Start> starts_;  // a heap
  std::uint64_t started_ = 0;
  std::vector<OutLink> outs_;  // by the number of the link
  std::vector<std::uint32_t> done_;
  std::vector<Completion> completions_;
  std::uint64_t messages_ = 0;
};

}  // namespace topomorph::replay
