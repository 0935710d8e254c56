// The mapper for any topology by distances alone.
#pragma once

#include "core/mapping/problem/problem.h"

namespace topomorph::mapping {

/// Runs network_plan() on the slots of Instance::on_network(), and for few roles a tabu search from its candidates.
/// Needs nothing but distances; known shapes only make it faster and better.
Mapping map_to_network(const Problem& problem);

}  // namespace topomorph::mapping
