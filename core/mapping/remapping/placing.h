// Gives slots to the roles that have lost theirs.
#pragma once

#include <optional>
#include <vector>

#include "core/mapping/remapping/relocation.h"

namespace topomorph::mapping {

/// Returns slots for all roles: `wanted`, except for roles that may not be there, that find no room, or that want no
/// slot (kNoVertex). Of an overfull slot as few roles leave as possible. The others come to the cheapest slots with
/// room, first those with little choice or long work, then those with most volume to placed roles. Returns nothing if
/// the limits cannot be met so.
std::optional<std::vector<Vertex>> placed_within_limits(const Relocation& problem, const std::vector<Vertex>& wanted);

}  // namespace topomorph::mapping
