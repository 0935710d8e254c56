// The median of numbers.
#pragma once

#include <algorithm>
#include <vector>

namespace topomorph::inline base {

/// Returns the value in the middle, of an even number of values the mean of the two there; 0 of none.
inline double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto half = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), half, values.end());
  return values.size() % 2 == 1 ? *half : (*std::max_element(values.begin(), half) + *half) / 2;
}

}  // namespace topomorph::inline base
