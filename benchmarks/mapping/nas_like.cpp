// Affinities like those of two of the NAS parallel benchmarks, for any number of roles.
#include "benchmarks/mapping/nas_like.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "core/base/error.h"

namespace topomorph::benchmarks {

namespace {

constexpr std::uint64_t kMeasuredSide = 8, kMostSide = 4096;
constexpr std::uint64_t kCgBytes = 592'865'664, kCgGreeting = 12;
constexpr std::uint64_t kLuRowBytes = 195'929'920, kLuColumnBytes = 202'514'944, kLuGreeting = 84;

void add(Instance& instance, Role a, Role b, std::uint64_t bytes) {
  instance.edges.push_back({std::min(a, b), std::max(a, b), bytes, bytes});
}

Instance begin(std::uint64_t side, std::uint64_t greeting) {
  if (side == 0 || side > kMostSide || !std::has_single_bit(side)) {
    throw InputError(fmt::format("found a side of {}, expected a power of two of at most {}", side, kMostSide));
  }
  Instance instance{side * side, {}};
  for (Role role = 1; role < instance.roles; ++role) add(instance, 0, role, greeting);
  return instance;
}

}  // namespace

Instance cg_like(std::uint64_t side) {
  Instance instance = begin(side, kCgGreeting);
  const std::uint64_t bytes = kCgBytes * kMeasuredSide / side;
  for (Role row = 0; row < side; ++row) {
    for (Role column = 0; column < side; ++column) {
      const Role role = row * side + column;
      for (std::uint64_t bit = 1; bit < side; bit *= 2) {
        if ((column & bit) == 0) add(instance, role, role + bit, bytes);
      }
      if (row < column) add(instance, role, column * side + row, bytes);
    }
  }
  return instance;
}

Instance lu_like(std::uint64_t side) {
  Instance instance = begin(side, kLuGreeting);
  for (Role row = 0; row < side; ++row) {
    for (Role column = 0; column < side; ++column) {
      const Role role = row * side + column;
      if (column + 1 < side) add(instance, role, role + 1, kLuRowBytes * kMeasuredSide / side);
      if (row + 1 < side) add(instance, role, role + side, kLuColumnBytes * kMeasuredSide / side);
    }
  }
  return instance;
}

}  // namespace topomorph::benchmarks
