// Weighs the links of a network against those inside its machines as netloc does.
#pragma once

#include <memory>
#include <span>

#include "core/model/topology.h"

namespace topomorph::topology {

/// Returns the tree with distances from netloc's link costs (hwloc 2, netloc/architecture.c and netloc/hwloc.c). Inside
/// a machine the lowest level costs 1 and each other three times the level below. Links between hosts and switches cost
/// 10 times the highest level inside, each level above twice the level below. The distance of two slots is the sum of
/// the costs from the level where they meet down to them, as in Scotch's tleaf. `first_of_host` has the first slot of
/// each machine and the end of the last. Returns other topologies unchanged.
std::shared_ptr<const Topology> with_netloc_distances(std::shared_ptr<const Topology> topology,
                                                      std::span<const Slot> first_of_host);

}  // namespace topomorph::topology
