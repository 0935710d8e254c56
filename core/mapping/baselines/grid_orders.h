// The algorithms of [Hunold 2020] for process grids: hyperplane, k-d tree, and stencil strips.
#pragma once

#include "core/mapping/baselines/cell_order.h"

namespace topomorph::mapping {

// All are deterministic. Hosts may be unequal.

/// Hyperplane: cuts the grid where both sides hold whole hosts, as near to the middle as possible, across the dimension
/// that the stencil crosses least. Cuts both sides again until each is a host.
CellOrder hyperplane_order(const CartesianPattern& pattern, Capacities capacities);

/// k-d tree: halves the dimension that is longest in relation to its communication, down to single cells. Ignores the
/// hosts.
CellOrder kdtree_order(const CartesianPattern& pattern, Capacities capacities);

/// Stencil strips: walks strips as wide as a host's best block, to and fro along the longest dimension.
CellOrder strips_order(const CartesianPattern& pattern, Capacities capacities);

}  // namespace topomorph::mapping
