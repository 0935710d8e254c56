// Roles in the order that keeps neighbours near each other in a line, along the line of slots.
#pragma once

#include <vector>

#include "core/mapping/multilevel/graph.h"
#include "core/mapping/registry.h"

namespace topomorph::mapping {

/// Cuthill, McKee: Reducing the bandwidth of sparse symmetric matrices, 1969, reversed (George 1971): each component in
/// breadth from a vertex that is far from others (George, Liu 1979), neighbours of lower degree first. Volumes do not
/// count.
std::vector<Vertex> reverse_cuthill_mckee(const Graph& graph);

/// The roles in this order on the first slots of linear_order() (paper 001, section 2.2.1).
Mapping map_by_rcm(const Problem& problem);

}  // namespace topomorph::mapping
