// The machines of a topology: its largest parts that are regular trees inside, each to be mapped to by itself.
#pragma once

#include <vector>

#include "core/model/topology.h"
#include "core/model/tree.h"

namespace topomorph::mapping {

/// A regular tree; slot i of it is slot `slots[i]` of the topology.
struct Machine {
  std::vector<Slot> slots;
  TreeTopology tree;
};

/// All slots of the topology, each in one machine: of a tree its nodes on the highest level whose nodes are all regular
/// inside (the tree itself, where it is regular), of a network with trees in its places those of every place, of a part
/// of such what is kept of these; of anything else every slot by itself. In the topology's order (EagerMap, paper 004,
/// section 3.6: machines of any kind on a network of any kind).
std::vector<Machine> machines_of(const Topology& topology);

}  // namespace topomorph::mapping
