// Random numbers that are the same on every machine and compiler.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/successive.h"

namespace topomorph::inline base {

/// SplitMix64 [Steele 2014].
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }
  /// Returns a number below `bound`, which is not 0.
  std::uint64_t below(std::uint64_t bound) {
    return static_cast<std::uint64_t>((static_cast<unsigned __int128>(next()) * bound) >> 64);
  }

  /// Returns the numbers 0 .. count-1 in random order.
  template <typename Number>
  std::vector<Number> permutation(std::size_t count) {
    auto numbers = successive<Number>(count);
    for (std::size_t i = count; i > 1; --i) std::swap(numbers[i - 1], numbers[below(i)]);
    return numbers;
  }

 private:
  std::uint64_t state_;
};

}  // namespace topomorph::inline base
