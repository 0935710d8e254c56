// Nested boxes of cells for a grid on a regular tree.
#pragma once

#include <optional>

#include "core/mapping/tree/grid_graph.h"
#include "core/mapping/tree/layout.h"

namespace topomorph::mapping {

struct BoxTiling {
  Layout layout;
  bool is_tight = false;  ///< boxes are nearly as compact as sets of their sizes can be: nothing much better exists
};

/// Each node of the tree gets a box; boxes of a level are alike and those inside them fill them. The cheapest of all
/// such choices, found by dynamic programming over the levels. None where extents do not divide so. The tree must be
/// regular, with as many slots as cells.
std::optional<BoxTiling> tile_by_boxes(const GridGraph& grid, const SlotTree& tree);

}  // namespace topomorph::mapping
