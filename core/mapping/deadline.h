// When to stop looking for a better mapping.
#pragma once

#include <chrono>
#include <optional>

namespace topomorph {

class Deadline {
 public:
  /// `seconds` from now; never without.
  explicit Deadline(std::optional<double> seconds) {
    // a year is never, and does not overflow the clock
    if (seconds && *seconds < 3e7) end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(Seconds(*seconds));
  }
  bool passed() const { return end_ && Clock::now() >= *end_; }

 private:
  using Clock = std::chrono::steady_clock;
  using Seconds = std::chrono::duration<double>;
  std::optional<Clock::time_point> end_;
};

}  // namespace topomorph
