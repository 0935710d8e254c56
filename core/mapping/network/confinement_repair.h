// Moves roles that are confined to parts of the machine into their parts.
#pragma once

#include "core/mapping/instance.h"

namespace topomorph::mapping {

/// Moves every confined role that is outside its part to the cheapest slot inside without a confined role. If there is
/// none, moves roles of overlapping parts on along a shortest augmenting path. Pinned roles must be on their slots, and
/// stay. Throws InputError if there is no room.
void repair_confinement(const Instance& instance, Assignment& assignment);

}  // namespace topomorph::mapping
