// Counts MPI calls: how often, how long, and on the fast path without a clock.
#pragma once

#include "monitoring/counting/clock.h"
#include "monitoring/counting/thread_counters.h"
#include "monitoring/recording/recording.h"
#include "runtime/mpi/functions.h"

namespace topomorph::monitoring {

/// Counts and times one call of the application while it lives. Constructed only while monitoring::enabled().
///
/// Two readings of the clock cost 17 ns, a third of the time of the fastest calls. Therefore, after a call that
/// returned within five microseconds, up to 255 calls of the same function by this thread are not timed; the next timed
/// call stands for them. The number is random, because a fixed one would always meet the same call of a loop. After a
/// slower call the next 64 calls are timed one by one, so that a function that is sometimes slow is measured as a
/// whole. Slow calls that are rarer than one in some hundreds of short ones are missed.
class Call {
 public:
  Call(runtime::Function function, runtime::CallClass call_class)
      : counters_(ThreadCounters::mine()),
        counter_(counters_.call_counter(function)),
        outer_(counters_.call),
        outer_collective_(counters_.in_collective) {
    const bool timed = counter_.is_timed_next();
    add(counter_.count, 1);
    counters_.call = &counter_;
    counters_.in_collective = call_class == runtime::CallClass::Collective;
    if (recording::is_on()) [[unlikely]]
      recorded_ = recording::enter(counters_, outer_ != nullptr);
    if (timed) begin_ = Clock::now();
  }

  ~Call() {
    if (begin_ != 0) note_time();
    // Restores the outer call instead of "no call": a callback of the application that runs inside a call may itself
    // call MPI.
    if (recorded_) [[unlikely]]
      recording::leave();
    counters_.call = outer_;
    counters_.in_collective = outer_collective_;
  }

  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  /// The time in ticks below which a call counts as short. Set once by start().
  static std::uint64_t short_ticks;

 private:
  void note_time();
  void next_timed(bool was_short);

  ThreadCounters& counters_;
  CallCounter& counter_;
  CallCounter* const outer_;
  std::uint64_t begin_ = 0;
  const bool outer_collective_;
  bool recorded_ = false;
};

/// Counts a call that moves no data, by a thread that is inside no other call. Returns false and counts nothing if the
/// call must take the slow path, because its time is to be measured or the thread's counters are not ready.
inline bool try_count_call(runtime::Function function) {
  CallCounter* const call = ThreadCounters::untimed(function);
  if (call == nullptr) return false;
  add(call->count, 1);
  return true;
}

/// Counts a send in the same way. Returns true only for a send that was made before with success: its arguments are
/// known to be valid, and failed calls are not counted. (The tag and the buffer are not compared. Most programs end if
/// these are wrong; in a program that goes on, the message is counted.)
inline bool try_count_send(runtime::Function function, int count, MPI_Datatype type, int peer, MPI_Comm comm) {
  CallCounter* const call = ThreadCounters::untimed(function);
  if (call == nullptr) return false;
  const CachedSend& send = ThreadCounters::ready().send_cache.place(peer);
  if (!send.is(count, type, peer, comm)) return false;
  // Read before the additions, because the compiler would assume that the additions change them.
  const std::uint64_t bytes = send.bytes;
  TrafficCounter& traffic = *send.traffic;
  std::atomic<std::uint64_t>& size_class = *send.size_class;
  add(call->count, 1);
  add(call->bytes, bytes);
  add(traffic.bytes, bytes);
  add(traffic.messages, 1);
  add(size_class, 1);
  return true;
}

}  // namespace topomorph::monitoring
