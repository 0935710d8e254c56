// Roles that are confined to parts of the machine, put into them.
#pragma once

#include "core/mapping/network/network_problem.h"

namespace topomorph::mapping {

/// Every confined role that is outside its part goes to the slot inside that costs least, of those that no role in its
/// part has; where there is none, roles of overlapping parts move up. Pinned roles must be on their slots, and stay.
/// Throws InputError where there is no room.
void seat(const NetworkProblem& problem, Assignment& assignment);

}  // namespace topomorph::mapping
