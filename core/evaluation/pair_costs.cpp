// Computes the costs of single pairs of roles under a mapping.
#include "core/evaluation/pair_costs.h"

#include <algorithm>

namespace topomorph::evaluation {

PairCosts pair_costs(const Affinity& affinity, const Topology& topology, const Mapping& mapping) {
  PairCosts costs;
  std::uint64_t pairs = 0;
  Cost hops = 0;
  for (Role source = 0; source < affinity.roles(); ++source) {
    for (const AffinityEntry& entry : affinity.row(source)) {
      if (entry.destination == source || entry.bytes == 0) continue;
      const std::uint64_t distance = topology.distance(mapping[source], mapping[entry.destination]);
      const Cost cost = Cost{entry.bytes} * distance;
      ++pairs;
      hops += distance;
      costs.sum += cost;
      costs.most_dilation = std::max(costs.most_dilation, distance);
      costs.quality += static_cast<double>(entry.bytes) / static_cast<double>(std::max(distance, std::uint64_t{1}));
      if (cost > costs.most) costs.most = cost, costs.source = source, costs.destination = entry.destination;
    }
  }
  if (pairs > 0) costs.mean_dilation = static_cast<double>(hops) / static_cast<double>(pairs);
  return costs;
}

}  // namespace topomorph::evaluation
