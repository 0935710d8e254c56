// Distances of trees from the link costs of their levels, as in Scotch's "tleaf".
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/error.h"

namespace topomorph::topology {

/// Returns the distances of a tree's levels from the costs of their links, both from the lowest level up. The distance
/// of two slots is the sum of the costs from the level where they meet down to them (one side of the path, as in
/// Scotch). Throws InputError if a sum reaches 2^62.
inline std::vector<std::uint64_t> distances_of_link_costs(std::span<const std::uint64_t> costs) {
  constexpr std::uint64_t kMost = (std::uint64_t{1} << 62) - 1;
  std::vector<std::uint64_t> distances;
  std::uint64_t sum = 0;
  for (const std::uint64_t cost : costs) {
    if (__builtin_add_overflow(sum, cost, &sum) || sum > kMost) {
      throw InputError("found costs of links whose sum is 2^62 or more, expected less");
    }
    distances.push_back(sum);
  }
  return distances;
}

}  // namespace topomorph::topology
