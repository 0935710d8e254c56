// Around every counted MPI call: how often, how long, and what belongs to it.
#pragma once

#include "monitoring/clock.h"
#include "monitoring/thread_counters.h"
#include "plugin/runtime/functions.h"

namespace topomorph::monitoring {

/// Lives while the application is in an MPI call; only where monitoring::enabled().
///
/// Two readings of the clock cost 17 ns, a third of the fastest calls. So a call that returned within five microseconds
/// lets up to 255 calls of the same function by this thread pass before the next is timed, which then stands for them.
/// How many pass is random: a fixed number would always meet the same call of a loop. After a slower call the next 64
/// are timed one by one, so that a function which is sometimes slow is measured as a whole; what is lost are slow calls
/// that come rarer than one in some hundreds of short ones.
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
    if (timed) begin_ = Clock::now();
  }

  ~Call() {
    if (begin_ != 0) note_time();
    // Not "in no call": a callback of the user's that was called from within a call may call MPI itself.
    counters_.call = outer_;
    counters_.in_collective = outer_collective_;
  }

  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  /// Set once by start(): what counts as a short call, in ticks.
  static std::uint64_t short_ticks;

 private:
  void note_time();
  void next_timed(bool was_short);

  ThreadCounters& counters_;
  CallCounter& counter_;
  CallCounter* const outer_;
  std::uint64_t begin_ = 0;
  const bool outer_collective_;
};

/// Counts a call that moves nothing, of a thread that is inside no other; false, and nothing counted, if it must go the
/// long way: its time is to be measured, or this thread's counters are not ready for it.
inline bool try_count_call(runtime::Function function) {
  CallCounter* const call = ThreadCounters::untimed(function);
  if (call == nullptr) return false;
  add(call->count, 1);
  return true;
}

/// Likewise a send. Only one that was made before and succeeded: what fails is not counted, and these arguments are
/// good. (The tag and the buffer are not among them. Most programs end when they are wrong; one that goes on has that
/// message counted.)
inline bool try_count_send(runtime::Function function, int count, MPI_Datatype type, int peer, MPI_Comm comm) {
  CallCounter* const call = ThreadCounters::untimed(function);
  if (call == nullptr) return false;
  const CachedSend& send = ThreadCounters::ready().send_cache.place(peer);
  if (!send.is(count, type, peer, comm)) return false;
  // Read before the additions: the compiler would take them for changes of what is read.
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
