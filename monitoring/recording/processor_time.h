// The processor time that a thread uses between its MPI calls.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/base/deadline.h"
#include "monitoring/counting/clock.h"

namespace topomorph::monitoring::recording {

/// The clocks of this thread.
struct ThreadClocks {
  static std::uint64_t ticks() { return Clock::now(); }
  static double seconds_per_tick() { return Clock::nanoseconds_per_tick() * 1e-9; }
  static double processor_seconds() { return thread_seconds(); }
};

/// Wall time would be wrong where processes share cores, and the processor's clock is too slow to be read at every
/// call. Pieces below 20 microseconds, calls and gaps between them, count as if they had the processor for all of their
/// wall time. The processor's clock is read after longer ones; the short pieces since its last reading are subtracted.
///
/// A reading is a system call. After a long call it serves the gap that follows, and is of no use if that is short. So
/// once kRun gaps in a row were short, only one of kRun long calls is followed by a reading. A long gap that comes
/// then may be given the processor time of those calls too, but never more than its wall time.
template <class Clocks = ThreadClocks>
class ProcessorTime {
 public:
  /// Called once, by the thread whose calls follow.
  void begin() {
    seconds_per_tick_ = Clocks::seconds_per_tick();
    processor_ = Clocks::processor_seconds();
    last_ = Clocks::ticks();
  }

  /// The calls that follow are those of another thread, which began after begin(): its processor's clock began at 0.
  void begin_other_thread() { processor_ = short_pieces_ = 0; }

  /// Returns the seconds of processor time since the end of the last call.
  double call_begins() {
    const double wall = lap();
    if (wall < kShort) {
      short_pieces_ += wall;
      ++short_gaps_;
      return wall;
    }
    short_gaps_ = 0;
    const double now = Clocks::processor_seconds();
    const double used = now - processor_ - short_pieces_;
    processor_ = now, short_pieces_ = 0, unread_ = 0;
    return std::clamp(used, 0.0, wall);
  }

  void call_ends() {
    const double wall = lap();
    if (wall < kShort) {
      short_pieces_ += wall;
      return;
    }
    if (short_gaps_ >= kRun && ++unread_ < kRun) return;
    processor_ = Clocks::processor_seconds(), short_pieces_ = 0, unread_ = 0;
    last_ = Clocks::ticks();
  }

 private:
  static constexpr double kShort = 20e-6;
  static constexpr std::uint64_t kRun = 16;

  /// Returns the seconds since the last lap.
  double lap() {
    const std::uint64_t now = Clocks::ticks();
    const double seconds = static_cast<double>(now - last_) * seconds_per_tick_;
    last_ = now;
    return seconds;
  }

  double seconds_per_tick_ = 0;
  std::uint64_t last_ = 0;
  double processor_ = 0;          // reading of the processor's clock
  double short_pieces_ = 0;       // seconds of short pieces since then
  std::uint64_t short_gaps_ = 0;  // since the last long one
  std::uint64_t unread_ = 0;      // long calls since the last reading
};

}  // namespace topomorph::monitoring::recording
