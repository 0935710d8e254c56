// The mapper for few roles on any topology: tabu search on the quadratic assignment problem.
#pragma once

#include <span>

#include "core/mapping/problem.h"

namespace topomorph::mapping {

/// Searches in windows around the first mapping, from it and from the other starts that use slots of the window.
/// `starts` has at least one mapping, with the pinned roles on their slots. The preset determines the work, not the
/// time: the result is the same on every machine and for any number of threads. It costs no more than the first start,
/// except for differences that the scaling of very large volumes hides.
Mapping improve_by_tabu_search(const Problem& problem, std::span<const Mapping> starts);

/// Searches from the identity. Throws InputError for too many roles.
Mapping map_by_tabu_search(const Problem& problem);

}  // namespace topomorph::mapping
