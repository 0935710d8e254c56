// Slots of a topology as units of process layouts, by the names of its levels.
#pragma once

#include <span>
#include <vector>

#include "core/mapping/layouts/place_grid.h"
#include "core/model/mapping.h"
#include "core/model/topology.h"

namespace topomorph::mapping {

/// Returns a unit for each slot of a tree, or of a network with trees in its places. Hosts are the nodes that begin at
/// `host_begins` (the first slot of each, then the number of slots), else the level named "host", else the root's
/// children. Levels inside hosts are recognised by hwloc's names; levels without a name are sockets, NUMA nodes, L3,
/// L2, L1 from the outside in. A slot is a core with one thread. Throws InputError for other topologies.
std::vector<LayoutUnit> layout_units(const Topology& topology, std::span<const Slot> host_begins = {});

/// Maps by "lama:LAYOUT": role r on place r of the layout, from the start again if there are more roles than slots. An
/// empty layout gives the order of the slots.
Mapping map_by_layout(const Topology& topology, const ProcessLayout& layout, std::uint64_t roles);

}  // namespace topomorph::mapping
