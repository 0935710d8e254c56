// Tiles a lattice by boxes of different shapes, found by cuts from side to side.
#pragma once

#include <optional>
#include <vector>

#include "core/mapping/grids/lattice.h"
#include "core/mapping/slots/slot_tree.h"

namespace topomorph::mapping {

/// Gives each node of the tree a box of its size, on every level; the boxes of a level may differ in shape. Cuts a box
/// in two where both sides hold whole nodes, and again, down to the boxes of the nodes. Finds the cuts that leave most
/// weight inside the boxes by dynamic programming, exactly, counting edges along `steps`. With fewer points than slots
/// one node below the root gets the smaller box that remains. The tree must be regular, the lattice full. Returns
/// nothing if no such cuts exist, or to find them would take more than `most_cuts` trials.
std::optional<std::vector<Vertex>> tile_by_cuts(const Lattice& lattice, std::span<const LatticeStep> steps,
                                                const SlotTree& tree, std::uint64_t most_cuts);

}  // namespace topomorph::mapping
