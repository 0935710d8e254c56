// Improves a refined assignment on a tree further: by more cuts, perturbation, and the evolution of preset best.
#pragma once

#include "core/mapping/search/search.h"

namespace topomorph::mapping {

/// Cuts the tree anew, beginning with the best candidate, and refines the result by swaps. Repeats this until it gains
/// nothing, at most SearchPlan::recuts times. A single multisection leaves up to 2 % to chance on irregular affinities.
/// Does nothing if the best is tight.
void recut(const Search& search, Pool& pool);

/// Perturbs the best candidate (kTree.kicks_per_slot) and keeps each result that is no worse.
void perturb(const Search& search, Pool& pool);

/// Improves kEvolution.members assignments in rounds. A round cuts each one anew in places (see PartRefiner), swaps and
/// perturbs it, and keeps it unless it became worse. Every kEvolution.rounds_of_age rounds the best replaces the worst.
/// Ends at the lower bound, on few slots after many rounds without gain, or when the time limit of the options is used
/// up. The limit counts work at a fixed, low rate of edges per second: the result does not depend on the machine, its
/// load, or the number of threads. The clock ends the search only on much slower machines.
void evolve(const Search& search, Pool& pool);

}  // namespace topomorph::mapping
