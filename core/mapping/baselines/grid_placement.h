// Placement of a process grid on a tree by an order of its cells.
#pragma once

#include "core/mapping/baselines/cell_order.h"
#include "core/mapping/problem/problem.h"

namespace topomorph::mapping {

using FunctionOfOrder = CellOrder (*)(const CartesianPattern& pattern, Capacities capacities);

/// Maps the grid of the options, which must have one, to the slots of choose_slots(). Cuts the grid for the nodes of
/// one level, then every piece for the children of its node: pieces that are boxes by `order`, others by bisection.
/// Tries each level as the first; the cheapest mapping wins (sum of the distances of all messages). Cell 0 goes to the
/// lowest node with the slot that role 0 is pinned to. After the deadline no further first level is tried. Needs a
/// tree.
Mapping map_grid(const Problem& problem, FunctionOfOrder order);

}  // namespace topomorph::mapping
