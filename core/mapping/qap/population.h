// Memetic search on a small quadratic assignment problem: a population of layouts, improved by tabu search.
#pragma once

#include <vector>

#include "core/mapping/qap/tabu_search.h"

namespace topomorph::mapping {

/// Improves the starts (at least one) by tabu search. If work is left, makes a population of them and of random layouts
/// on the same slots, each improved [Benlic 2015]. A child puts each vertex where both parents have it, or else where
/// one of them has it; the search improves children and replaces worse members by them. A population without gain
/// begins anew with its best member. The result depends on the seed, not on the number of threads.
DenseLayout search(const DenseProblem& problem, std::vector<DenseLayout> starts, const DenseSearch& how,
                   Workers& workers);

}  // namespace topomorph::mapping
