// The mapper for trees, one role on each slot.
#pragma once

#include "core/mapping/problem/problem.h"

namespace topomorph::mapping {

/// Runs tree_plan() on the slots of choose_slots(). For very few slots returns the optimum. Otherwise constructs nested
/// boxes if the affinity is a grid (and nothing else if they are tight), the identity, the launcher's order and
/// recursive multisections, and refines the cheapest by swaps. Needs a tree.
Mapping map_to_tree(const Problem& problem);

/// Runs tiling_plan() on the slots of choose_slots(). Needs a tree.
Mapping map_by_tilings(const Problem& problem);

struct SlotChoice;

/// Does what map_to_tree() does on slots that leave hosts room, at least as many as roles, with all pinned ones; on an
/// even choice runs tiling_plan() alone. Needs a tree.
Mapping map_with_room(const Problem& problem, const SlotChoice& choice);

/// Moves pinned roles of a mapping to their slots, and refines it by swaps. Returns a mapping unchanged if it uses
/// other slots than those of choose_slots(). Needs a tree.
Mapping improve_on_tree(const Problem& problem, const Mapping& start);

}  // namespace topomorph::mapping
