// Successive intervals, stored as the beginning of each.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace topomorph::inline base {

/// Returns the number of the interval that holds `at`: interval i begins at begin[i] and ends where the next begins.
/// The beginnings ascend, and the first is not above `at`.
template <typename Number>
std::size_t interval_of(const std::vector<Number>& begin, Number at) {
  return static_cast<std::size_t>(std::upper_bound(begin.begin(), begin.end(), at) - begin.begin()) - 1;
}

}  // namespace topomorph::inline base
