// The cheapest tiling of a grid by cuts from side to side.
#pragma once

#include <optional>

#include "core/mapping/cartesian/cell_order.h"

namespace topomorph::mapping {

/// Cuts boxes in two where both sides hold whole hosts, and fills a box layer by layer, with a step in the layer where
/// one host ends and the next begins; finds the cheapest combination by dynamic programming over the boxes. Exact
/// within this class, which holds the rectangles of equal hosts as well as strips of different widths. Nothing where
/// that would take too long (more than about a second: large grids with small hosts, or hosts of many different sizes).
std::optional<CellOrder> guillotine_order(const CartesianPattern& pattern, Capacities capacities);

}  // namespace topomorph::mapping
