// The mapper for few roles on any topology: memetic and tabu search on the quadratic assignment problem.
#pragma once

#include <span>
#include <vector>

#include "core/mapping/problem/problem.h"
#include "core/mapping/search/tabu_search.h"

namespace topomorph::mapping {

/// Improves the starts (at least one) by tabu search. If work is left, makes a population of them and of random layouts
/// on the same slots, each improved [Benlic 2015]. A child puts each vertex where both parents have it, or else where
/// one of them has it; the search improves children and replaces worse members by them. A population without gain
/// begins anew with its best member. The result depends on the seed, not on the number of threads.
DenseLayout search(const DenseProblem& problem, std::vector<DenseLayout> starts, const DenseSearch& how,
                   Workers& workers);

/// Searches in windows around the first mapping, from it and from the other starts that use slots of the window.
/// `starts` has at least one mapping, with the pinned roles on their slots. The preset determines the work, not the
/// time: the result is the same on every machine and for any number of threads. It costs no more than the first start,
/// except for differences that the scaling of very large volumes hides.
Mapping improve_by_tabu_search(const Problem& problem, std::span<const Mapping> starts);

/// Searches from the identity. Throws InputError for too many roles.
Mapping map_by_tabu_search(const Problem& problem);

}  // namespace topomorph::mapping
