// The mapper for few roles on any topology: tabu search on the quadratic assignment problem that a mapping is.
#pragma once

#include <span>

#include "core/mapping/registry.h"

namespace topomorph::mapping {

/// Whether there are few enough roles for it (kQap.most_roles).
bool suits_tabu_search(const MapProblem& problem);

/// Searches around the first mapping, beginning with it and with the others as far as they are near; there must be one
/// at least, with the pinned roles on their slots. The time of the search is counted as work, by the preset: the same
/// result on every machine and for any number of threads. The result may cost more than the start only by what scaling
/// of very large volumes takes away.
Mapping improve_by_tabu_search(const MapProblem& problem, std::span<const Mapping> starts);

/// The same from the identity. Throws InputError for too many roles.
Mapping map_by_tabu_search(const MapProblem& problem);

}  // namespace topomorph::mapping
