// Slots of a topology as units of process layouts, by the names of its levels, and the cheapest of all layouts.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/base/deadline.h"
#include "core/mapping/layouts/layout_spec.h"
#include "core/mapping/layouts/place_grid.h"
#include "core/model/mapping.h"
#include "core/model/topology.h"

namespace topomorph::mapping {

/// Returns a unit for each slot of a tree, or of a network with trees in its places. Hosts are the nodes that begin at
/// `host_begins` (the first slot of each, then the number of slots), else the level named "host", else the root's
/// children. Levels inside hosts are recognised by hwloc's names, a group that no package holds as a board; levels
/// without a name are sockets, NUMA nodes, L3, L2, L1 from the outside in. A slot is a hardware thread below a level of
/// cores, else a core with one thread. Throws InputError for other topologies.
std::vector<LayoutUnit> layout_units(const Topology& topology, std::span<const Slot> host_begins = {});

/// Maps by "lama:LAYOUT": role r on place r of the layout, from the start again if there are more roles than slots. An
/// layout without levels gives the order of the slots. Throws InputError as place_ranks() does.
Mapping map_by_layout(const Topology& topology, const LayoutSpec& layout, std::uint64_t roles);

struct LayoutSearch {
  ProcessLayout best;
  Mapping mapping;
  double cost = 0;
  std::uint64_t layouts = 0;  ///< permutations of the levels that branch that were tried
  std::uint64_t orders = 0;   ///< different mappings among them; only these are evaluated
};

/// Returns the cheapest of all permutations of the levels that branch, on a tie the first in lexicographic order
/// (levels from the inside out). When the deadline passes, the permutations tried so far count, at least one. Throws
/// InputError if the topology has no layouts.
LayoutSearch search_layouts(const Topology& topology, std::uint64_t roles,
                            const std::function<double(const Mapping&)>& cost,
                            const Deadline& deadline = Deadline(std::nullopt));

}  // namespace topomorph::mapping
