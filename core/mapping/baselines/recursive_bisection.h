// Roles and slots halved together again and again: by graphs, or by where they are.
#pragma once

#include <cstdint>
#include <vector>

#include "core/mapping/registry.h"

namespace topomorph::mapping {

/// Recursive graph bisection as in LibTopoMap (Hoefler, Snir 2011; paper 001, section 2.2.2): both graphs are halved
/// with a small cut, first halves on first halves. The slots' graph has an edge between all of them, the heavier the
/// nearer they are (the inverse of the distance). With fewer roles than slots the first of linear_order() are used.
/// Throws InputError for more than kMostGraphSlots roles: that graph grows with their square.
Mapping map_by_graph_bisection(const Problem& problem);
inline constexpr std::size_t kMostGraphSlots = 2048;

/// Recursive geometric bisection (Deveci et al. 2014; paper 001, section 2.2.3): roles and slots are each halved across
/// the dimension in which they extend most. Slots have their coordinates in the grid that the topology is, is a part of
/// or has machines in; roles theirs in the grid of the options. Where there are none: their distances from three
/// elements far from each other, for roles in steps from neighbour to neighbour.
Mapping map_by_geometry(const Problem& problem);

}  // namespace topomorph::mapping
