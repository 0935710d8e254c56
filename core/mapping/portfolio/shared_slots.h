// Maps several roles to a slot of a topology that is no tree.
#pragma once

#include "core/mapping/problem/problem.h"

namespace topomorph::mapping {

/// Puts places without distance into every slot, and one role on each place; confined roles stay in their parts. Gives
/// no slot more roles than it must, apart from the imbalance that is allowed. Does not set the cost in the result.
/// Throws InputError for loads and speeds, which need a tree, and if a part has too few places.
MapResult map_to_shared_slots(const Problem& problem);

}  // namespace topomorph::mapping
