// The mapper for several roles on a slot, loads, speeds and roles confined to parts of a tree.
#pragma once

#include "core/mapping/problem.h"

namespace topomorph::mapping {

/// For very few roles the optimum. Otherwise the candidates are: the balanced assignment, the launcher's order, and
/// parts cut from coarse to fine if many roles share a slot, else the problem without its limits (one role on each
/// place of a tree with a level of places below the slots). Each is changed as little as the limits want and refined
/// within them; the cheapest wins. Needs a tree. Throws InputError if the limits cannot be met.
Mapping map_within_limits(const Problem& problem);

/// With fewer roles than slots, one role on each: for very few roles the optimum on all slots, else `start` with roles
/// moved to free slots and exchanged as long as this saves something. Pinned roles stay. Needs a tree. Returns `start`
/// as it is on millions of slots for few roles.
Mapping use_free_slots(const Problem& problem, const Mapping& start);

}  // namespace topomorph::mapping
