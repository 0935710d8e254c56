// Chooses and calibrates the clock.
#include "monitoring/counting/clock.h"

#include <algorithm>
#include <cmath>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace topomorph::monitoring {
namespace {

/// Invariant TSC: CPUID 8000_0007h, EDX bit 8 (Intel SDM volume 3, "Time-Stamp Counter").
bool counter_is_invariant() {
#if defined(__x86_64__)
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  return __get_cpuid(0x80000007u, &eax, &ebx, &ecx, &edx) != 0 && (edx & (1u << 8)) != 0;
#else
  return false;
#endif
}

}  // namespace

constinit bool Clock::uses_counter_ = false;
constinit std::uint64_t Clock::first_tick_ = 0;
constinit std::uint64_t Clock::first_nanosecond_ = 0;

void Clock::begin() {
  uses_counter_ = counter_is_invariant();
  first_nanosecond_ = monotonic();
  first_tick_ = now();
}

double Clock::nanoseconds_per_tick() {
  if (!uses_counter_) return 1.0;
  // Two readings 50 us apart have errors of less than 0.1 %, later ones far smaller errors.
  constexpr std::uint64_t kShortest = 50'000;
  while (monotonic() - first_nanosecond_ < kShortest) {
  }
  const std::uint64_t ticks = now() - first_tick_;
  return static_cast<double>(monotonic() - first_nanosecond_) / static_cast<double>(std::max<std::uint64_t>(ticks, 1));
}

std::uint64_t Clock::ticks_in(std::uint64_t nanoseconds) {
  return static_cast<std::uint64_t>(std::llround(static_cast<double>(nanoseconds) / nanoseconds_per_tick()));
}

}  // namespace topomorph::monitoring
