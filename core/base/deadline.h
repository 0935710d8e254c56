// Clocks: the time at which a search for a better mapping ends, and the processor time of the calling thread.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

#include <time.h>

namespace topomorph::inline base {

class Deadline {
 public:
  /// Passes `seconds` from now; never passes if `seconds` is empty.
  explicit Deadline(std::optional<double> seconds) {
    if (!seconds || !(*seconds < kNever)) return;
    end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(Seconds(std::max(*seconds, 0.0)));
  }
  bool passed() const { return end_ && Clock::now() >= *end_; }
  /// Returns the seconds until the deadline, 0 after it; nothing if it never passes.
  std::optional<double> left() const {
    if (!end_) return std::nullopt;
    return std::max(Seconds(*end_ - Clock::now()).count(), 0.0);
  }
  /// Returns whether this deadline passes before `other`.
  bool before(const Deadline& other) const { return end_ && (!other.end_ || *end_ < *other.end_); }

 private:
  using Clock = std::chrono::steady_clock;
  using Seconds = std::chrono::duration<double>;
  static constexpr double kNever = 3e7;  // seconds: a year, which does not overflow the clock
  std::optional<Clock::time_point> end_;
};

/// Returns the seconds for which this thread has had a processor. Time in which others have the core does not count:
/// waiting inside MPI may yield it. A system call: about 0.2 microseconds.
inline double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace topomorph::inline base
