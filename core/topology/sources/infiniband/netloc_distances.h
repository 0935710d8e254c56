// How netloc weighs the links of a network against those inside its machines.
#pragma once

#include <memory>
#include <span>

#include "core/model/topology.h"

namespace topomorph::topology {

/// The tree with netloc's costs of links (hwloc 2, netloc/architecture.c and netloc/hwloc.c) as its distances: inside
/// the machines 1 for the lowest level and three times the level below for each other; 10 times the highest of these
/// for the links between hosts and switches, and twice the level below for each level above. Two slots are as far apart
/// as the sum of the costs from the level where they meet down to them, as Scotch takes it for a tleaf. `first_of_host`
/// are the first slots of the machines, and the end of the last. What is no tree stays as it is.
std::shared_ptr<const Topology> with_netloc_distances(std::shared_ptr<const Topology> topology,
                                                      std::span<const Slot> first_of_host);

}  // namespace topomorph::topology
