// Several roles on a slot of a topology that is no tree.
#pragma once

#include "core/mapping/registry.h"

namespace topomorph {

/// Puts so many places without any distance into every slot, and one role on each place. No slot gets more roles than
/// it has to, but for the imbalance that is allowed. Throws InputError for loads, speeds and parts of the machine:
/// those need a tree.
MapResult map_to_shared_slots(const MapProblem& problem);

}  // namespace topomorph
