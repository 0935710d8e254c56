// Costs of single pairs of roles under a mapping: how far apart they are, and what the dearest of them costs.
#pragma once

#include "core/model/affinity.h"
#include "core/model/mapping.h"
#include "core/model/topology.h"

namespace topomorph::evaluation {

/// Pairs are those that exchange bytes, each direction one of its own (an undirected affinity has one for each edge);
/// what a role sends to itself does not count. The cost of a byte between two slots is their distance.
struct PairCosts {
  Cost sum = 0;                      ///< SumCom: sum of bytes x cost of a byte (TopoMatch, section 3.5)
  Cost most = 0;                     ///< MaxCom: the largest of these products
  Role source = 0, destination = 0;  ///< of a pair that costs as much; the first
  std::uint64_t most_dilation = 0;   ///< largest distance of a pair
  double mean_dilation = 0;          ///< of all pairs, whatever they exchange
  /// Sum of bytes / distance: the larger the better (EagerMap, equation 7). Roles on one slot count as at distance 1.
  double quality = 0;
};

/// The mapping is valid.
PairCosts pair_costs(const Affinity& affinity, const Topology& topology, const Mapping& mapping);

}  // namespace topomorph::evaluation
