// Groups the roles by machine before it looks at the network between the machines.
#pragma once

#include <optional>

#include "core/mapping/problem/problem.h"

namespace topomorph::mapping {

/// Maps to a tree of the machines that are all equally far apart, by the mapper for trees, which knows how to fill
/// machines and when to leave slots free. If all places of the network have equally many slots, then maps the machines
/// in use to the places. Ignores pins. Returns nothing on topologies without machines, or with machines that are no
/// trees or not nearer in themselves than to each other.
std::optional<Mapping> map_machines_first(const Problem& problem);

}  // namespace topomorph::mapping
