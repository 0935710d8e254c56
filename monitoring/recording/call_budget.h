// Limits what the recording of a process takes: memory, and a part of the process's time.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace topomorph::monitoring::recording {

struct Limits {
  std::size_t bytes = 0;    ///< of the steps; 0: nothing is recorded
  double part_of_time = 1;  ///< that recording may take; 1 or more: no limit
};

/// Tells whether recording has taken more than its part of the time, from the number of calls: to measure each would
/// take as long as to record it.
class CallBudget {
 public:
  using Clock = std::chrono::steady_clock;

  explicit CallBudget(double part_of_time, Clock::time_point began = Clock::now())
      : part_(part_of_time), began_(began) {}

  /// Returns whether so many calls are within the budget. Looks at the clock only where the last look does not tell.
  bool allows(std::uint64_t calls, Clock::time_point (*now)() = Clock::now) {
    if (calls < allowed_) return true;
    allowed_ = allowed_by(now());
    return calls < allowed_;
  }

 private:
  static constexpr double kCall = 1e-7;            // seconds that a recorded call takes (benchmarks/OVERHEAD.md)
  static constexpr std::uint64_t kAtOnce = 10000;  // a millisecond: the start of a program may be dense

  std::uint64_t allowed_by(Clock::time_point now) const {
    if (part_ >= 1) return std::numeric_limits<std::uint64_t>::max();
    const double elapsed = std::chrono::duration<double>(now - began_).count();
    return kAtOnce + static_cast<std::uint64_t>(part_ * elapsed / kCall);
  }

  double part_;
  Clock::time_point began_;
  std::uint64_t allowed_ = kAtOnce;
};

}  // namespace topomorph::monitoring::recording
