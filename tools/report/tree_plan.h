// A tree as a drawing: levels from top to bottom, each node in the middle of its slots.
#pragma once

#include "tools/report/network_plan.h"

namespace topomorph::report {

/// Returns the plan. Leaves out levels with too many nodes to tell apart, and says so in its note.
NetworkPlan plan_tree(const TreeTopology& tree, std::size_t host_level, const HostTable& hosts,
                      const evaluation::TreeCosts& costs);

/// Returns the traffic up from each drawn node, and down to it.
std::vector<LinkBytes> loads_of_tree(const NetworkPlan& plan, const TreeTopology& tree, const Affinity& affinity,
                                     const Mapping& mapping);

}  // namespace topomorph::report
