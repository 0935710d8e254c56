// Around every counted MPI call: how often, how long, and what belongs to it.
#pragma once

#include "functions.h"
#include "monitoring/clock.h"
#include "monitoring/thread_counters.h"

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
  Call(Function function, CallClass call_class)
      : counters_(ThreadCounters::mine()),
        counter_(counters_.call_counter(function)),
        outer_(counters_.call),
        outer_collective_(counters_.collective) {
    const bool timed = counter_.is_timed_next();
    add(counter_.count, 1);
    counters_.call = &counter_;
    counters_.collective = call_class == CallClass::Collective;
    if (timed) begin_ = Clock::now();
  }

  ~Call() {
    if (begin_ != 0) note_time();
    // Not "in no call": a callback of the user's that was called from within a call may call MPI itself.
    counters_.call = outer_;
    counters_.collective = outer_collective_;
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

}  // namespace topomorph::monitoring
