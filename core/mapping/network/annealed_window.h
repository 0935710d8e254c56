// Improves a mapping of few roles by annealing, on the slots around it.
#pragma once

#include <span>

#include "core/mapping/problem.h"

namespace topomorph::mapping {

/// Anneals on the slots of the first start and the nearest free ones (kWindow.slots in all), several times, from all
/// starts that use these slots: which local optimum is found depends on the start more than on the work. If a first,
/// short round gains something, longer ones follow. Never worse than the first start. Pinned roles stay.
Mapping improve_by_annealing(const Problem& problem, std::span<const Mapping> starts);

}  // namespace topomorph::mapping
