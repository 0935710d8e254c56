// A pin that costs nothing: one pinned role on a tree whose nodes are alike.
#pragma once

#include <optional>

#include "core/mapping/problem/map_options.h"
#include "core/model/tree.h"

namespace topomorph::mapping {

/// Returns the pin if it is the only limit of the problem and every mapping can be turned so that the role is on its
/// slot: all nodes of each level have equally many slots.
std::optional<PinnedRole> free_pin(const TreeTopology* tree, const MapOptions& options);

/// Turns the mapping by a symmetry of such a tree, which changes no distance, so that the role is on its slot.
void turn_to(const TreeTopology& tree, const PinnedRole& pin, Mapping& mapping);

}  // namespace topomorph::mapping
