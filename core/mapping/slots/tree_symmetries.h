// Changes of a mapping onto a tree that change no distance: for a single pin, and for roles confined to parts.
#pragma once

#include <optional>
#include <vector>

#include "core/mapping/problem/map_options.h"
#include "core/mapping/problem/problem.h"
#include "core/mapping/problem/slot_selection.h"
#include "core/model/tree.h"

namespace topomorph::mapping {

/// Returns the pin if it is the only limit of the problem and every mapping can be turned so that the role is on its
/// slot: all nodes of each level have equally many slots.
std::optional<PinnedRole> free_pin(const TreeTopology* tree, const MapOptions& options);

/// Turns the mapping by a symmetry of such a tree, which changes no distance, so that the role is on its slot.
void turn_to(const TreeTopology& tree, const PinnedRole& pin, Mapping& mapping);

/// Moves each role that is outside its interval of slots into it: exchanges the branch of the tree that it is in with
/// the one that holds the interval, if both have the same shape and hold no pinned role and no earlier role that had to
/// be in its interval; else exchanges the role alone. Roles with an empty interval may be anywhere.
void bring_into_parts(const Problem& problem, const std::vector<Interval>& parts, Mapping& mapping);

}  // namespace topomorph::mapping
