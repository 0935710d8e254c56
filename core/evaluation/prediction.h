// Predicts communication times from latencies and bandwidths, and the load of every link of a network.
#pragma once

#include <vector>

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

/// Traffic of one directed link.
struct LinkLoad {
  Link link = 0;
  std::uint64_t bytes = 0;
  double bandwidth = 1;  ///< relative to the other links
  double load() const { return static_cast<double>(bytes) / bandwidth; }
};

struct LinkLoads {
  std::uint64_t links = 0;        ///< of the network
  std::uint64_t used = 0;         ///< links that carry traffic
  std::uint64_t most_bytes = 0;   ///< most bytes of one link, regardless of its bandwidth
  Cost bytes = 0;                 ///< sum over all links: bytes of each pair x links of its route
  std::vector<LinkLoad> busiest;  ///< by bytes / bandwidth, descending; of equal links the lower number first

  /// Returns the mean bytes of the used links.
  double average() const { return used == 0 ? 0 : static_cast<double>(bytes) / static_cast<double>(used); }
};

/// Sends all traffic over the routes and returns the loads, with the `listed` busiest links. The mapping must be valid.
/// Routes are not stored: memory is proportional to the links.
LinkLoads link_loads(const Affinity& affinity, const Routing& routing, const Mapping& mapping, std::size_t listed = 1);

}  // namespace topomorph::evaluation
