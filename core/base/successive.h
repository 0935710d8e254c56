// Successive numbers, and successive intervals, stored as the beginning of each.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
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

/// Returns the number of the interval that holds `at`: interval i begins at begin[i] and ends where the next begins.
/// The beginnings ascend, and the first is not above `at`.
template <typename Number>
std::size_t interval_of(const std::vector<Number>& begin, Number at) {
  return static_cast<std::size_t>(std::upper_bound(begin.begin(), begin.end(), at) - begin.begin()) - 1;
}

/// Returns where each interval of elements begins if `number_of` gives the number of an element's interval, below
/// `count`; and where the last one ends.
template <typename Elements, typename NumberOf>
std::vector<std::uint64_t> interval_begins(std::size_t count, const Elements& elements, NumberOf number_of) {
  std::vector<std::uint64_t> begin(count + 1, 0);
  for (const auto& element : elements) ++begin[number_of(element) + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  return begin;
}

}  // namespace topomorph::inline base
