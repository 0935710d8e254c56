// Around every counted MPI call: how often, how long, and what belongs to it.
#pragma once

#include "functions.h"
#include "monitoring/clock.h"
#include "monitoring/thread_counters.h"

namespace topomorph::monitoring {

/// Lives while the application is in an MPI call; only where monitoring::enabled().
///
/// Two readings of the clock cost 17 ns, a third of the fastest calls. So a call that returned within half a
/// microsecond lets up to 63 calls of the same function by this thread pass before the next is timed, which then stands
/// for them; any slower call has its followers timed one by one. How many pass is random: a fixed number would always
/// meet the same call of a loop.
class Call {
 public:
  Call(Function function, CallClass call_class)
      : counters_(ThreadCounters::mine()),
        counter_(counters_.call_counter(function)),
        outer_(counters_.call),
        outer_collective_(counters_.collective) {
    add(counter_.count, 1);
    counters_.call = &counter_;
    counters_.collective = call_class == CallClass::Collective;
    if (--counter_.until_timed == 0) begin_ = Clock::now();
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

  ThreadCounters& counters_;
  CallCounter& counter_;
  CallCounter* const outer_;
  std::uint64_t begin_ = 0;
  const bool outer_collective_;
};

}  // namespace topomorph::monitoring
