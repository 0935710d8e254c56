// Summarizes a topology without its individual nodes, as text and as JSON; writes trees as indented objects.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/model/given_topology.h"
#include "core/model/tree.h"

namespace topomorph::topology {

/// Returns the hosts, sorted by name and number, as a list with brackets; only the first and the last if the list is
/// longer than `most` characters.
std::string hosts_for_people(std::vector<std::string> names, std::size_t most);

/// Writes a line for each run of equal objects under a node, and below it, two blanks further in, the objects of the
/// first of the run. If the hosts have names, each object with several hosts has its own line with their names.
std::string tree_text(const TreeTopology& tree, const HostTable& hosts);

/// Returns lines for people: description, distances, hosts. Of a tree they list the objects, indented as by lstopo,
/// with consecutive equal ones once ("24 x host"); of a network with machines in its places, both parts.
std::string summary_text(const GivenTopology& given);

/// Returns {"description", "slots", "levels": [{"name", "nodes", "distance"}] of a tree from the root down,
/// "dimensions": [{"size", "wraps", "cost"}] of a grid, "network" and "scale" of a composed topology, "whole" of a
/// restricted one, "diameter", "average_distance" ("sampled_pairs" if they are not exact), "hosts": [{"name",
/// "first_slot", "slots"}], "speeds"}. Members that do not apply are omitted, except "levels".
nlohmann::ordered_json summary_json(const GivenTopology& given);

}  // namespace topomorph::topology
