// Groups as lists of their elements, which the baselines build level by level.
#pragma once

#include <vector>

#include "core/mapping/multilevel/graph.h"

namespace topomorph::mapping {

/// One list of elements per group, in joining order where the order matters.
using ElementGroups = std::vector<std::vector<Vertex>>;

/// Returns the graph with one vertex per group. Each vertex of `graph` is in exactly one group.
Graph contracted(const Graph& graph, const ElementGroups& groups);

}  // namespace topomorph::mapping
