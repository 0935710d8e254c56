// Trees as drawings: level below level, each node in the middle of its slots.
#pragma once

#include "tools/report/network_plan.h"

namespace topomorph::report {

/// Levels with more nodes than can be told apart are left out, and the note says so.
NetworkPlan plan_tree(const TreeTopology& tree, std::size_t host_level, const HostTable& hosts,
                      const evaluation::TreeCosts& costs);

/// What goes up from each drawn node, and down to it.
std::vector<LinkBytes> loads_of_tree(const NetworkPlan& plan, const TreeTopology& tree, const Affinity& affinity,
                                     const Mapping& mapping);

}  // namespace topomorph::report
