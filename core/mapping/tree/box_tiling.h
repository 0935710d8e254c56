// Tiles a grid by nested boxes, one for each node of a regular tree.
#pragma once

#include <optional>
#include <vector>

#include "core/mapping/tree/grid_graph.h"
#include "core/mapping/tree/slot_tree.h"

namespace topomorph::mapping {

struct BoxTiling {
  std::vector<Vertex> slot_of;
  bool is_tight = false;  ///< the boxes are nearly as compact as sets of their sizes can be
};

/// Gives each node of the tree a box: the boxes of a level are alike, and the boxes inside one fill it. Finds the
/// cheapest choice of boxes by dynamic programming over the levels. Returns nothing if the extents cannot be divided
/// this way. The tree must be regular, with as many slots as the grid has cells.
std::optional<BoxTiling> tile_by_boxes(const GridGraph& grid, const SlotTree& tree);

}  // namespace topomorph::mapping
