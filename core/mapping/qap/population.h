// The best layout of a small quadratic assignment problem that a given amount of work finds.
#pragma once

#include <vector>

#include "core/mapping/qap/search_team.h"

namespace topomorph::mapping {

/// Improves the starts, of which there is one at least, by tabu search. Where the work suffices for more, a population
/// is made of them and of random layouts on the same slots, each improved; then children, which take from two parents
/// what both agree on and for the rest what one of the two has, are improved and replace worse members (after Benlic,
/// Hao: Memetic search for the quadratic assignment problem, 2015). A population that brings nothing new begins anew,
/// but for its best. The result depends on the seed, not on the number of threads.
DenseLayout search(const DenseProblem& problem, std::vector<DenseLayout> starts, const DenseSearch& how,
                   Workers& workers);

}  // namespace topomorph::mapping
