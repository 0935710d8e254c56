// Groups as lists of their elements: what the published algorithms build level by level.
#pragma once

#include <vector>

#include "core/mapping/multilevel/graph.h"

namespace topomorph::mapping {

/// Each lists its elements, in the order in which they joined where that matters.
using ElementGroups = std::vector<std::vector<Vertex>>;

/// Every group becomes a vertex; each vertex of the graph is in one of them.
Graph contracted(const Graph& graph, const ElementGroups& groups);

}  // namespace topomorph::mapping
