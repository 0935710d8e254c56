// Memetic search on a small quadratic assignment problem: a population of layouts, improved by tabu search.
#pragma once

#include <vector>

#include "core/mapping/qap/tabu_search.h"

namespace topomorph::mapping {

/// Improves the starts (at least one) by tabu search. If there is work left, makes a population of them and of random
/// layouts on the same slots, each improved. Children take from two parents what both agree on, and else what one of
/// the two has; they are improved and replace worse members [Benlic 2015]. A population without gain begins anew with
/// its best member. The result depends on the seed, not on the number of threads.
DenseLayout search(const DenseProblem& problem, std::vector<DenseLayout> starts, const DenseSearch& how,
                   Workers& workers);

}  // namespace topomorph::mapping
