// Converts a given topology to declared groups of a job's hosts, for comparison with measured ones.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/model/given_topology.h"
#include "core/topology/sources/measured/comparison.h"

namespace topomorph::topology {

/// Returns the groups in which `given` has these hosts. Hosts are found by name; if `given` has no names, slot i is
/// host i. An unknown host is alone on every level, and a line in `notes` names it. Throws InputError for topologies
/// that are no trees, and for trees without names of another size.
ToldGroups told_groups(const GivenTopology& given, std::span<const std::string> hosts, const std::string& source,
                       std::vector<std::string>& notes);

}  // namespace topomorph::topology
