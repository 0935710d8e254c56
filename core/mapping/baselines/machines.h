// The machines of a topology: its largest parts that are regular trees, which are mapped to one by one.
#pragma once

#include <vector>

#include "core/model/topology.h"
#include "core/model/tree.h"

namespace topomorph::mapping {

/// A regular tree, whose slot i is slot `slots[i]` of the topology.
struct Machine {
  std::vector<Slot> slots;
  TreeTopology tree;
};

/// Returns the machines of the topology in its order; each slot is in one of them ([Cruz 2019, section 3.6]: machines
/// of any kind on a network of any kind).
/// Tree: the nodes of the highest level on which all nodes are regular inside; the tree itself if it is regular.
/// Network with trees in its places: the machines of every place. Part of a topology: its kept slots, divided by the
/// same rules. Any other topology: one machine per slot.
std::vector<Machine> machines_of(const Topology& topology);

}  // namespace topomorph::mapping
