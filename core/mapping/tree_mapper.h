// The mapper for trees: several constructions, refined, and the best of them.
#pragma once

#include "core/mapping/registry.h"

namespace topomorph {

/// For very few slots the optimum, by branch and bound. Otherwise nested boxes where the affinity is a grid, recursive
/// multisection and bottom-up grouping with several seeds, the identity, and the launcher's order; the cheapest of them
/// are refined by swaps, and the cheapest of all wins. The tries are independent and compared in order, so that threads
/// do not change the result. The preset best does what default does, and goes on until the deadline or a cost that is
/// provably least.
Mapping map_to_tree(const MapProblem& problem);

/// Pins the roles of a mapping that was found otherwise, and refines it by swaps. Mappings with slots that
/// choose_slots() does not choose are given back as they are.
Mapping improve_on_tree(const MapProblem& problem, const Mapping& start);

}  // namespace topomorph
