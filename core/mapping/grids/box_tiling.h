// Tiles a lattice by nested boxes, one for each node of a regular tree.
#pragma once

#include <vector>

#include "core/mapping/grids/lattice.h"
#include "core/mapping/slots/slot_tree.h"

namespace topomorph::mapping {

/// Tilings, and what sets of their sizes would cost if all were as compact as boxes can be, whatever the extents.
struct BoxTilings {
  std::vector<std::vector<Vertex>> slot_of;  ///< of each tiling, the cheapest first
  double cost = 0;                           ///< of the first, by the steps alone
  double bound = 0;
};

/// Gives each node of the tree a box: the boxes of a level are alike, and the boxes inside one fill it. Finds the
/// cheapest choice of boxes by dynamic programming over the levels, counting edges along `steps`. Returns the cheapest
/// tiling for each of up to `count` kinds of boxes below the root; none if the extents cannot be
/// divided this way, the lattice is not full, or it has not as many points as the tree has slots. The tree must be
/// regular.
BoxTilings tile_by_boxes(const Lattice& lattice, std::span<const LatticeStep> steps, const SlotTree& tree,
                         std::size_t count);

}  // namespace topomorph::mapping
