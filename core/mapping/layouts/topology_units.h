// The slots of a topology, as layouts see them, by the names of its levels.
#pragma once

#include <span>
#include <vector>

#include "core/mapping/layouts/place_grid.h"
#include "core/model/mapping.h"
#include "core/model/topology.h"

namespace topomorph::mapping {

/// One unit for each slot of a tree, or of a network with trees in its places. Hosts are the level `host_begins` (first
/// slot of each, then the number of slots), else the level named "host", else the root's children; levels inside are
/// known by hwloc's names; those without a name are sockets, NUMA nodes, L3, L2, L1 from the outside in. A slot is a
/// core with one thread. Throws InputError for other topologies.
std::vector<LayoutUnit> layout_units(const Topology& topology, std::span<const Slot> host_begins = {});

/// "lama:LAYOUT": role r on place r of the layout, and around again where there are more roles than slots. An empty
/// layout is the order of the slots.
Mapping map_by_layout(const Topology& topology, const ProcessLayout& layout, std::uint64_t roles);

}  // namespace topomorph::mapping
