// Recursive bisection of roles and slots together, by graphs or by coordinates.
#pragma once

#include <cstdint>
#include <vector>

#include "core/mapping/problem.h"

namespace topomorph::mapping {

/// Recursive graph bisection as in LibTopoMap ([Hoefler 2011]; [Tuncer 2015, section 2.2.2]). Bisects both graphs with
/// a small cut and maps first halves onto first halves. The slots' graph has an edge between all slots, whose weight is
/// the inverse of the distance; of more than kMostGraphSlots slots only those near each other, because all pairs would
/// grow with their square. If there are fewer roles than slots, uses the first slots of linear_order().
Mapping map_by_graph_bisection(const Problem& problem);
inline constexpr std::size_t kMostGraphSlots = 2048;

/// Recursive geometric bisection ([Deveci 2014]; [Tuncer 2015, section 2.2.3]). Halves roles and slots, each across the
/// dimension in which they extend most. Slots have their coordinates in the grid that the topology is, is a part of or
/// has machines in; roles theirs in the grid of the options. Without a grid, coordinates are the distances from three
/// elements that are far from each other; for roles the distance is the number of steps from neighbour to neighbour.
Mapping map_by_geometry(const Problem& problem);

}  // namespace topomorph::mapping
