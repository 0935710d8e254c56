// The traffic that costs the same in every order: an all-to-all of all roles, on as many slots.
#pragma once

#include <optional>

#include "core/model/affinity.h"

namespace topomorph::mapping {

/// Takes the lightest pair's volume from every pair of roles. If there are as many slots as roles, this part of the
/// traffic fills each pair of slots with the same volume in every order, so that only the rest decides. Returns nothing
/// if some pair has no traffic: then no part is uniform. The result has each pair once, from the lower role, and its
/// volume as bytes and as messages. Takes as much memory as the affinity.
std::optional<Affinity> without_uniform_part(const Affinity& affinity, Weight weight);

}  // namespace topomorph::mapping
