// A clock that is cheap enough to be read twice in every MPI call.
#pragma once

#include <cstdint>

#include <time.h>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace topomorph::monitoring {

/// Ticks are those of the processor's time stamp counter, if it runs at a constant rate and in all sleep states (about
/// 8 ns a reading); otherwise nanoseconds of CLOCK_MONOTONIC (about 24 ns).
class Clock {
 public:
  /// Chooses the source and begins the calibration. Called once, before ticks are read.
  static void begin();

  static std::uint64_t now() {
#if defined(__x86_64__)
    if (uses_counter_) [[likely]]
      return __rdtsc();
#endif
    return monotonic();
  }

  /// Returns the length of a tick, from all the time since begin().
  static double nanoseconds_per_tick();

  /// Returns the number of ticks that take about `nanoseconds`, exact to a few per cent from the first millisecond on.
  static std::uint64_t ticks_in(std::uint64_t nanoseconds);

 private:
  static std::uint64_t monotonic() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(now.tv_nsec);
  }

  static bool uses_counter_;
  static std::uint64_t first_tick_;
  static std::uint64_t first_nanosecond_;
};

}  // namespace topomorph::monitoring
