// A machine as a tree of slots.
#pragma once

#include <vector>

#include "core/topology/sources/hwloc/machine.h"

namespace topomorph::topology {

/// Returns the tree of the machine's cores, or of its processing units if hwloc shows no cores. Hardware threads of a
/// core share a slot, because two processes on one core slow each other down more than any order of ranks can make up
/// for. Slots are in hwloc's logical order. Levels that do not branch are dropped; branches that lack a level are
/// padded. A NUMA node is a level through the object it belongs to (package, group). Distances are hops: 2, 4, 6, ...
TreeTopology tree_of(const Machine& machine);

/// Returns the operating system's numbers of the processing units in each slot of tree_of().
std::vector<std::vector<std::uint32_t>> pus_of_slots(const Machine& machine);

}  // namespace topomorph::topology
