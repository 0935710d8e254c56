// What goes on from a refined assignment on a tree: more cuts, perturbation, and the side-by-side search of preset
// best.
#pragma once

#include "core/mapping/search.h"

namespace topomorph::mapping {

/// Cuts the tree anew, beginning with the best candidate, and refines that by swaps, until this gains nothing, at most
/// SearchPlan::recuts times. Repairs what a single multisection leaves to chance: up to 2 % on irregular affinities.
/// Nothing happens if the best is tight.
void recut(const Search& search, Pool& pool);

/// Perturbs the best candidate (kTree.kicks_per_slot) and keeps what is no worse.
void perturb(const Search& search, Pool& pool);

/// Improves a few assignments in rounds. In a round each is cut anew in places (see PartRefiner), swapped and
/// perturbed, and kept unless it became worse; from time to time the worst is replaced by the best. Ends at the lower
/// bound, on few slots after many rounds without gain, or when the time limit of the options is used up. The limit
/// counts work at a fixed, low rate of edges per second, so that the result does not depend on the machine, its load,
/// or the number of threads; the clock ends the search only on much slower machines.
void evolve(const Search& search, Pool& pool);

}  // namespace topomorph::mapping
