// Predicts communication times from latencies and bandwidths.
#pragma once

#include "core/evaluation/level_costs.h"
#include "core/model/affinity.h"
#include "core/model/mapping.h"
#include "core/model/routing.h"

namespace topomorph::evaluation {

/// The link with the most bytes for its bandwidth. On a tree, the link from a node to the rest.
struct BusiestLink {
  std::size_t level = 0;  ///< of the node: 0 for a slot, 1 … levels() - 1 for a node of that level
  std::size_t node = 0;
  std::uint64_t bytes = 0;  ///< on a tree the larger of bytes in and out; on a route the bytes of the directed link
  double seconds = 0;
  std::string name = {};  ///< of a routed link: Routing::name()
};

struct Prediction {
  double seconds = 0;  ///< all messages one after the other (alpha-beta); for ratios of mappings, not an elapsed time
  BusiestLink busiest;
};

/// Predicts times, as evaluate() counts hops. Shares no code with the mapping algorithms. The mapping must be valid.
Prediction predict(const Affinity& affinity, const TreeTopology& tree, const Mapping& mapping, const TreeCosts& costs);

/// Predicts times on any topology from its distances. `per_distance` is the cost of distance 1, and its bandwidth that
/// of a link of bandwidth 1. Without a routing the busiest link is unknown and its name is empty.
Prediction predict(const Affinity& affinity, const Topology& topology, const Mapping& mapping,
                   const LinkCost& per_distance, const Routing* routing);

}  // namespace topomorph::evaluation
