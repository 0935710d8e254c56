// How long communication takes under a mapping, as far as latencies and bandwidths tell.
#pragma once

#include "core/evaluation/level_costs.h"
#include "core/model/affinity.h"
#include "core/model/mapping.h"
#include "core/model/routing.h"

namespace topomorph::evaluation {

/// The link that has most to carry for its bandwidth. On a tree it is the one of a node to the rest.
struct BusiestLink {
  std::size_t level = 0;  ///< of the node: 0 a slot, 1 … levels() - 1 a node of that level of the tree
  std::size_t node = 0;
  std::uint64_t bytes = 0;  ///< the larger of what enters and what leaves it; what the directed link of a route carries
  double seconds = 0;
  std::string name = {};  ///< of the link of a route: as Routing::name() says
};

struct Prediction {
  double seconds =
      0;  ///< all messages one after the other (alpha-beta): for the ratio of two mappings, not for the clock
  BusiestLink busiest;
};

/// The judge of times, as evaluate() is of hops: shares no code with the mapping algorithms. The mapping is valid.
Prediction predict(const Affinity& affinity, const TreeTopology& tree, const Mapping& mapping, const TreeCosts& costs);

/// The same for any topology, whose distances tell the time: `per_distance` is the cost of a distance of 1, its
/// bandwidth that of a link of bandwidth 1. Without a routing nobody knows the busiest link: its name is empty.
Prediction predict(const Affinity& affinity, const Topology& topology, const Mapping& mapping,
                   const LinkCost& per_distance, const Routing* routing);

}  // namespace topomorph::evaluation
