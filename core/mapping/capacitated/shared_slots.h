// Several roles on a slot of a topology that is no tree.
#pragma once

#include "core/mapping/registry.h"

namespace topomorph::mapping {

/// Puts so many places without any distance into every slot, and one role on each place; roles confined to a part stay
/// in it. No slot gets more roles than it has to, but for the imbalance that is allowed. The cost in the result is left
/// to the caller. Throws InputError for loads and speeds, which need a tree, and where a part has too few places.
MapResult map_to_shared_slots(const MapProblem& problem);

}  // namespace topomorph::mapping
