// Tiles a lattice by boxes of different shapes, found by cuts from side to side.
#pragma once

#include <optional>
#include <vector>

#include "core/mapping/grids/lattice.h"
#include "core/mapping/slots/slot_tree.h"

namespace topomorph::mapping {

/// Gives each node of the tree, down to the level `lowest`, a box of its size; the boxes of a level may differ in
/// shape. Cuts a box in two where both sides hold whole nodes, and again, down to the boxes of the nodes. Nodes of the
/// lowest level may also fill a box layer by layer, with a step where one ends and the next begins. Finds the cheapest
/// combination by dynamic programming, exactly, counting edges along `steps`. The largest children of a node come
/// first, and boxes that lie side by side go to successive ones. With fewer points than slots one node below the root
/// is not full. The lattice must be full. Returns nothing if no such cuts exist, or to find them would take more than
/// `most_cuts` trials, or more edges of fills than kTiling.most_filled.
std::optional<std::vector<Vertex>> tile_by_cuts(const Lattice& lattice, std::span<const LatticeStep> steps,
                                                const SlotTree& tree, std::size_t lowest, std::uint64_t most_cuts);

}  // namespace topomorph::mapping
