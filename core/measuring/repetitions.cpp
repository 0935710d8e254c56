// Repeated measurements: which of several values in a row counts, what is recorded of a pair, and which values agree.
#include "core/measuring/repetitions.h"

#include <algorithm>

namespace topomorph::measuring {

void Repeated::add(double value) {
  if (count_ == kMost) return;
  sorted_[count_++] = value;
  std::sort(sorted_.begin(), sorted_.begin() + static_cast<std::ptrdiff_t>(count_));
}

double Repeated::median() const {
  if (count_ == 0) return 0;
  const std::size_t half = count_ / 2;
  return count_ % 2 == 1 ? sorted_[half] : (sorted_[half - 1] + sorted_[half]) / 2;
}

bool Repeated::is_near_next(std::size_t index, Tolerance tolerance) const {
  const double less = sorted_[index], more = sorted_[index + 1];
  return more <= tolerance.factor * less || more - less <= tolerance.difference;
}

bool Repeated::is_least_confirmed(Tolerance tolerance) const { return count_ > 1 && is_near_next(0, tolerance); }

bool Repeated::is_greatest_confirmed(Tolerance tolerance) const {
  return count_ > 1 && is_near_next(count_ - 2, tolerance);
}

bool Repeated::is_median_confirmed(Tolerance tolerance) const {
  if (count_ < 2) return false;
  const std::size_t half = count_ / 2;
  return is_near_next(half - 1, tolerance) || (count_ % 2 == 1 && is_near_next(half, tolerance));
}

namespace {

/// Twice: on a machine that does other work, quiet moments give values within a third of each other, and a disturbed
/// one gives several times as much.
constexpr Tolerance kLatency{2, 0};
constexpr Tolerance kWork{2, 5e-7};  // seconds: below that, caches decide, and predictions do not notice
constexpr Tolerance kLinks{1.5, 0};
constexpr Tolerance kMemory{4, 0};  // a process that loses its core in the few milliseconds copies a part as much
constexpr Tolerance kBurst{2, 0};
constexpr Tolerance kWaiting{1, 0.25};  // of a core

}  // namespace

void Repetitions::add(const PairCosts& costs) {
  latency_.add(costs.latency);
  bandwidth_.add(costs.bandwidth);
  send_.add(costs.send);
  receive_.add(costs.receive);
  if (costs.burst.bytes <= 0) return;
  burst_bytes_.add(costs.burst.bytes);
  burst_bandwidth_.add(costs.burst.bandwidth);
}

PairCosts Repetitions::costs(Way way) const {
  return {latency_.least(),
          way == Way::Memory ? bandwidth_.greatest() : bandwidth_.median(),
          {burst_bytes_.median(), burst_bandwidth_.median()},
          send_.least(),
          receive_.least()};
}

std::uint32_t Repetitions::doubts(Way way) const {
  const bool rate =
      way == Way::Memory ? bandwidth_.is_greatest_confirmed(kMemory) : bandwidth_.is_median_confirmed(kLinks);
  std::uint32_t doubts = 0;
  const auto judge = [&](NetworkValue value, bool confirmed) { doubts |= confirmed ? 0 : bit_of(value); };
  judge(NetworkValue::Latency, latency_.is_least_confirmed(kLatency));
  judge(NetworkValue::Rate, rate);
  judge(NetworkValue::Burst,
        way == Way::Memory || burst_bytes_.count() < 2 || burst_bytes_.is_median_confirmed(kBurst));
  judge(NetworkValue::Send, send_.is_least_confirmed(kWork));
  judge(NetworkValue::Receive, receive_.is_least_confirmed(kWork));
  return doubts;
}

bool is_waiting_confirmed(const Repeated& parts) { return parts.is_median_confirmed(kWaiting); }

}  // namespace topomorph::measuring
