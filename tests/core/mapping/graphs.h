// Graphs of the volumes of small affinities.
#pragma once

#include <utility>
#include <vector>

#include "core/mapping/graph/graph.h"

namespace topomorph::mapping {

inline Graph graph_of(const Affinity& affinity) {
  return scaled_graph(affinity, Weight::Bytes, affinity.roles(), kLargestSum);
}

inline Graph graph_of(std::uint64_t roles, std::vector<Traffic> traffic) {
  return graph_of(Affinity::from_traffic(roles, std::move(traffic)));
}

}  // namespace topomorph::mapping
