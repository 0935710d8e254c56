// Affinities whose best groups are obvious.
#pragma once

#include <vector>

#include "tests/core/testing.h"

namespace topomorph::mapping {

/// Returns roles in cliques of `size` (volume 100). Members of a clique have distant numbers; neighbours by number
/// exchange a little (volume 1).
inline Affinity cliques(std::uint64_t roles, std::uint64_t size) {
  std::vector<Traffic> traffic;
  const std::uint64_t stride = roles / size;
  for (Role a = 0; a < roles; ++a) {
    for (Role b = a + stride; b < roles; b += stride) traffic.push_back({a, b, 100, 1});
    if (a + 1 < roles) traffic.push_back({a, a + 1, 1, 1});
  }
  return Affinity::from_traffic(roles, traffic);
}

}  // namespace topomorph::mapping
