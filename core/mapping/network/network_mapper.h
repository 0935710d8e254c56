// The mapper for topologies that are no trees: several constructions, refined, and the best of them.
#pragma once

#include "core/mapping/registry.h"

namespace topomorph::mapping {

/// Needs nothing but distances; what it knows of a shape only makes it faster and better. Threads share out the work
/// and do not change the result.
Mapping map_to_network(const MapProblem& problem);

}  // namespace topomorph::mapping
