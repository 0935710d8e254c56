// How far apart the slots of a topology are.
#pragma once

#include <cstdint>

#include "core/model/topology.h"

namespace topomorph::topology {

struct DistanceFigures {
  std::uint64_t diameter = 0;  ///< largest distance of two slots
  double average = 0;          ///< of all pairs of different slots; 0 for a single one
  std::uint64_t sampled =
      0;  ///< pairs that were looked at where these are too many; the diameter is at least this; 0: exact
};

/// Exact for trees and grids, and where there are at most 4096 slots; otherwise of 2^20 random pairs (the same each
/// time).
DistanceFigures distance_figures(const Topology& topology);

}  // namespace topomorph::topology
