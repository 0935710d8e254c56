// Computes the rate of a link and its burst from a curve of arrivals.
#include "core/measuring/arrivals.h"

#include <algorithm>

namespace topomorph::measuring {

void Arrivals::add(double time, std::size_t bytes) {
  if (count_ == kMost) return;
  if (count_ == 0) first_ = static_cast<double>(bytes);
  const double sum = count_ == 0 ? 0 : arrivals_[count_ - 1].sum + static_cast<double>(bytes);
  arrivals_[count_++] = {time, sum};
}

double Arrivals::sum_at(double time) const {
  std::size_t after = 1;
  while (after + 1 < count_ && arrivals_[after].time < time) ++after;
  const Arrival &left = arrivals_[after - 1], &right = arrivals_[after];
  const double length = right.time - left.time;
  return length <= 0 ? right.sum : left.sum + (right.sum - left.sum) * std::min((time - left.time) / length, 1.0);
}

double Arrivals::rate() const {
  constexpr std::size_t kPoints = 32, kLeast = kPoints / 2;  // a slope spans half of the points at the least
  constexpr double kLeftOut = 0.25;
  if (count_ < 2) return 0;
  const double end = arrivals_[count_ - 1].time, seconds = (end - arrivals_[0].time) * (1 - kLeftOut);
  if (seconds <= 0) return 0;
  std::array<double, kPoints + 1> sums{};
  for (std::size_t i = 0; i <= kPoints; ++i)
    sums[i] = sum_at(end - seconds * static_cast<double>(kPoints - i) / kPoints);
  std::array<double, (kPoints - kLeast + 1) * (kPoints - kLeast + 2) / 2> slopes{};
  std::size_t found = 0;
  for (std::size_t i = 0; i + kLeast <= kPoints; ++i) {
    for (std::size_t k = i + kLeast; k <= kPoints; ++k)
      slopes[found++] = (sums[k] - sums[i]) / (seconds * static_cast<double>(k - i) / kPoints);
  }
  const auto middle = slopes.begin() + slopes.size() / 2;
  std::nth_element(slopes.begin(), middle, slopes.end());
  return *middle;
}

BurstCost Arrivals::burst() const {
  constexpr double kGrains = 3, kFaster = 2, kNearlyAll = 0.9;
  const double rate = this->rate();
  if (rate <= 0) return {};
  const double begin = arrivals_[0].time, quarter = begin + (arrivals_[count_ - 1].time - begin) / 4;
  const auto lead = [&](std::size_t i) { return arrivals_[i].sum - rate * (arrivals_[i].time - begin); };
  double most = 0;
  for (std::size_t i = 1; i < count_ && arrivals_[i].time <= quarter; ++i) most = std::max(most, lead(i));
  if (most < kGrains * first_) return {};
  std::size_t end = 1;
  while (lead(end) < kNearlyAll * most) ++end;
  const double seconds = arrivals_[end].time - begin;
  if (seconds <= 0 || arrivals_[end].sum < kFaster * rate * seconds) return {};
  return {most + first_, arrivals_[end].sum / seconds};
}

}  // namespace topomorph::measuring
