// Whether roles that are bound to slots and parts of the machine all find room there.
#pragma once

#include <optional>
#include <span>

#include "core/mapping/capacitated/limits.h"

namespace topomorph::mapping {

/// A role that is left without room where every slot takes so many roles, those that may go less far first (Glover:
/// Maximum matching in a convex bipartite graph, 1967); nothing where all find room. `allowed` has the slots of each
/// role; roles that may have all `slots` do not count.
std::optional<Role> role_without_room(std::span<const Interval> allowed, std::uint64_t slots, std::uint64_t places);

}  // namespace topomorph::mapping
