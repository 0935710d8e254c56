// The mapper for everything but one role per slot: several roles on a slot, loads, speeds, roles bound to parts.
#pragma once

#include "core/mapping/registry.h"

namespace topomorph::mapping {

/// For very few roles the optimum. Otherwise candidates are the problem without its limits (one role per place on a
/// tree with a level of places below the slots), parts cut from coarse to fine where many roles share a slot, the
/// launcher's order and a balanced one; each is changed as little as the limits want, refined within them, and the
/// cheapest wins. Needs a tree. Throws InputError where the limits cannot be met.
Mapping map_within_limits(const MapProblem& problem);

/// With fewer roles than slots: the best mapping on all slots for very few roles, else `start` with roles moved to free
/// slots and exchanged as long as this saves something. One role on each slot; pinned roles stay. Needs a tree. On
/// millions of slots for few roles `start` as it is.
Mapping use_free_slots(const MapProblem& problem, const Mapping& start);

}  // namespace topomorph::mapping
