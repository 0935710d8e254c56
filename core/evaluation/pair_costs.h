// Costs of single pairs of roles under a mapping: distances, and the most expensive pair.
#pragma once

#include "core/model/affinity.h"
#include "core/model/mapping.h"
#include "core/model/topology.h"

namespace topomorph::evaluation {

/// A pair is two different roles with bytes between them, counted per direction (an undirected affinity has one pair
/// for each edge). The cost of a byte between two slots is their distance.
struct PairCosts {
  Cost sum = 0;                      ///< SumCom: sum of bytes x distance [Jeannot 2022, section 3.5]
  Cost most = 0;                     ///< MaxCom: the largest of these products
  Role source = 0, destination = 0;  ///< of the first pair with that product
  std::uint64_t most_dilation = 0;   ///< largest distance of a pair
  double mean_dilation = 0;          ///< mean distance of all pairs, regardless of their bytes
  /// Sum of bytes / distance; larger is better [Cruz 2019, equation 7]. Roles on one slot count as at distance 1.
  double quality = 0;
};

/// The mapping must be valid.
PairCosts pair_costs(const Affinity& affinity, const Topology& topology, const Mapping& mapping);

}  // namespace topomorph::evaluation
