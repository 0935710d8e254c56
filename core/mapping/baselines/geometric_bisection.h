// Recursive bisection of roles and slots together, by their coordinates.
#pragma once

#include "core/mapping/problem/problem.h"

namespace topomorph::mapping {

/// Recursive geometric bisection ([Deveci 2014]; [Tuncer 2015, section 2.2.3]). Slots have their coordinates in the
/// grid that the topology is, is a part of or has machines in; roles those of the file that follows the algorithm's
/// name (rgeob:FILE, formats/coordinates.h), or theirs in the grid of the options. Without either, coordinates are the
/// distances from three elements that are far from each other; for roles the distance is the number of steps from
/// neighbour to neighbour.
/// Halves roles and slots, each across the dimension in which they extend most. If roles and slots have coordinates in
/// equally many dimensions, also halves both across the same dimension, that in which one of them extends most beside
/// its least extent, with each rotation of the slots (all orders of up to kMostRotated dimensions). The cheapest
/// mapping counts, of equal ones the first.
Mapping map_by_geometry(const Problem& problem);

/// Halves each across its own longest dimension only: a start of a search, which does not pay for rotations.
Mapping start_by_geometry(const Problem& problem);

inline constexpr std::size_t kMostRotated = 4;

}  // namespace topomorph::mapping
