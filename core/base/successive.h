// Lists of successive numbers.
#pragma once

#include <cstddef>
#include <numeric>
#include <vector>

namespace topomorph::inline base {

/// Returns `count` numbers: `first`, the next one, and so on.
template <typename Number>
std::vector<Number> successive(std::size_t count, Number first = 0) {
  std::vector<Number> numbers(count);
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

}  // namespace topomorph::inline base
