// Fewer roles than slots of a tree: the slots are chosen first, as close together as can be, and then filled.
#pragma once

#include "core/mapping/registry.h"

namespace topomorph::mapping {

/// As many slots as roles, the nearest to each other, as a tree of their own. Good where any free slot inside only
/// makes ways longer; use_free_slots() finds the other cases. Pins are not looked at. Needs a tree.
Mapping map_to_compact_slots(const MapProblem& problem);

}  // namespace topomorph::mapping
