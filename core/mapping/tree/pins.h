// Moves pinned vertices to their slots on a tree.
#pragma once

#include <span>
#include <vector>

#include "core/mapping/assignment.h"
#include "core/mapping/tree/slot_tree.h"

namespace topomorph::mapping {

/// Moves every pinned vertex to its slot. Exchanges the contents of whole branches of equal shape, which costs nothing.
/// If the shapes differ or a branch has an earlier pin, exchanges the vertex with the one on its slot.
void apply_pins(const SlotTree& tree, std::span<const Pin> pins, Assignment& layout);

}  // namespace topomorph::mapping
