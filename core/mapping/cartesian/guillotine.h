// The cheapest tiling of a grid by guillotine cuts, which go from side to side.
#pragma once

#include <optional>

#include "core/mapping/cartesian/cell_order.h"

namespace topomorph::mapping {

/// Returns the order of the cheapest tiling. A cut divides a box where both sides hold whole hosts. A fill takes a box
/// layer by layer, with a step in the layer where one host ends and the next begins. Dynamic programming over the boxes
/// finds the cheapest combination: exact within this class, which includes rectangles of equal hosts and strips of
/// different widths. Returns nothing if that would take too long (more than about a second: large grids with small
/// hosts, or hosts of many different sizes).
std::optional<CellOrder> guillotine_order(const CartesianPattern& pattern, Capacities capacities);

}  // namespace topomorph::mapping
