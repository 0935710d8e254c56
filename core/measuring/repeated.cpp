// Sorts the measurements of one value, and compares neighbours.
#include "core/measuring/repeated.h"

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

}  // namespace topomorph::measuring
