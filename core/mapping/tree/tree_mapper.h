// The mapper for trees: several constructions, refined, and the best of them.
#pragma once

#include "core/mapping/registry.h"

namespace topomorph::mapping {

/// For very few slots the optimum, by branch and bound. Otherwise nested boxes where the affinity is a grid (nothing
/// else, where they are tight), the identity, the launcher's order and recursive multisection; the cheapest are refined
/// by swaps, and the cheapest of all wins. The preset best does more of all that and then what evolve() does. Threads
/// share out the work and do not change the result.
Mapping map_to_tree(const MapProblem& problem);

/// Pins the roles of a mapping that was found otherwise, and refines it by swaps. Mappings with slots that
/// choose_slots() does not choose are given back as they are.
Mapping improve_on_tree(const MapProblem& problem, const Mapping& start);

}  // namespace topomorph::mapping
