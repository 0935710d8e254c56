// Reverse Cuthill-McKee: roles in an order that keeps neighbours near each other, along a line of slots.
#pragma once

#include <vector>

#include "core/mapping/graph/graph.h"
#include "core/mapping/problem/problem.h"

namespace topomorph::mapping {

/// Returns the order of [Cuthill 1969], reversed [George 1971]. Searches each component breadth-first from a vertex
/// that is far from others [George 1979]; of the neighbours of a vertex those of lower degree come first. Ignores
/// volumes.
std::vector<Vertex> reverse_cuthill_mckee(const Graph& graph);

/// Maps the roles in this order to the first slots of linear_order() [Tuncer 2015, section 2.2.1].
Mapping map_by_rcm(const Problem& problem);

}  // namespace topomorph::mapping
