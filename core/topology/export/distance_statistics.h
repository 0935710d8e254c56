// Computes how far apart the slots of a topology are.
#pragma once

#include <cstdint>

#include "core/model/topology.h"

namespace topomorph::topology {

struct DistanceStatistics {
  std::uint64_t diameter = 0;  ///< largest distance of two slots
  double average = 0;          ///< over all pairs of different slots; 0 for a single slot
  std::uint64_t sampled = 0;   ///< number of sampled pairs, then `diameter` is a lower bound; 0: exact
};

/// Returns exact statistics for trees, grids and up to 4096 slots, else those of 2^20 random pairs (the same each
/// time).
DistanceStatistics distance_statistics(const Topology& topology);

}  // namespace topomorph::topology
