// Trees for people: objects, indented, repetition collapsed.
#pragma once

#include <string>
#include <vector>

#include "core/model/given_topology.h"
#include "core/model/tree.h"

namespace topomorph::topology {

/// Hosts for people: sorted by name and number, as a list with brackets; where that is longer than `most` characters,
/// the first and the last.
std::string hosts_for_people(std::vector<std::string> names, std::size_t most);

/// One line for each run of equal objects under one node, the objects of the first of them below it, two blanks further
/// in. Where the hosts have names, what holds several of them is a line each, with their names.
std::string tree_text(const TreeTopology& tree, const HostTable& hosts);

}  // namespace topomorph::topology
