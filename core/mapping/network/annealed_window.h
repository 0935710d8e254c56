// Improves a mapping of few roles by annealing, on the slots around it.
#pragma once

#include <span>

#include "core/mapping/problem.h"

namespace topomorph::mapping {

/// Anneals on the slots of the first start and the nearest free ones (kWindow.slots in all), several times, from all
/// starts that use these slots: the local optimum depends on the start more than on the work. Runs longer rounds if a
/// first, short one gains something. The result is never worse than the first start. Pinned roles stay.
Mapping improve_by_annealing(const Problem& problem, std::span<const Mapping> starts);

}  // namespace topomorph::mapping
