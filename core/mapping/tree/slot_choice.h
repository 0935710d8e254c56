// Which slots to use where there are more slots than roles.
#pragma once

#include <span>
#include <vector>

#include "core/model/tree.h"

namespace topomorph::mapping {

/// Slots close together, in ascending order: those of the lowest node that has `roles` slots, of it no more children
/// than needed, those with most of the slots in `needed` first, then the largest; at most twice as many as roles. The
/// slots in `needed` are always among them, beyond that number if they are elsewhere.
std::vector<Slot> choose_slots(const TreeTopology& tree, std::uint64_t roles, std::span<const Slot> needed);

}  // namespace topomorph::mapping
