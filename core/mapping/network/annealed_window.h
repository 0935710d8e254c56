// A mapping of few roles improved by annealing, on the slots around it.
#pragma once

#include "core/mapping/registry.h"

namespace topomorph::mapping {

/// On at most 256 slots, those of the first start and the nearest free ones; several runs, hot and cool ones, from all
/// the starts that use these slots: which valley is found depends on the start more than on the work. Where a first,
/// short round gains something, longer ones follow. Never worse than the first start. Pinned roles stay.
Mapping improve_by_annealing(const MapProblem& problem, std::span<const Mapping> starts);

}  // namespace topomorph::mapping
