// Scotch's mapping, made valid: one construction among others.
#pragma once

#include <optional>

#include "core/mapping/registry.h"

namespace topomorph {

/// What libscotch makes of the problem (Jeannot: Process mapping on any topology with TopoMatch, 2022, algorithms 2 and
/// 4): the heavier edges (MapOptions::sparse_factor) onto the topology as Scotch's architecture; with fewer roles than
/// slots, onto a compact part of it, since Scotch would spread them over all. Doubled roles are moved to slots nearby,
/// pinned ones put to their slots. One thread, a fixed seed: the same result each time. Nothing where Scotch fails, or
/// the topology is too large for it; `why` (may be null) says what the reason is.
std::optional<Mapping> map_with_scotch(const MapProblem& problem, std::string* why);

/// The same, or InputError.
Mapping map_by_scotch(const MapProblem& problem);

}  // namespace topomorph
