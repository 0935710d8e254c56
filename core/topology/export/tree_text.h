// Writes trees for people: indented objects, repetition collapsed.
#pragma once

#include <string>
#include <vector>

#include "core/model/given_topology.h"
#include "core/model/tree.h"

namespace topomorph::topology {

/// Returns the hosts, sorted by name and number, as a list with brackets; only the first and the last if the list is
/// longer than `most` characters.
std::string hosts_for_people(std::vector<std::string> names, std::size_t most);

/// Writes a line for each run of equal objects under a node, and below it, two blanks further in, the objects of the
/// first of the run. If the hosts have names, each object with several hosts has its own line with their names.
std::string tree_text(const TreeTopology& tree, const HostTable& hosts);

}  // namespace topomorph::topology
