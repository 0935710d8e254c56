// What a given topology says of the hosts of a job, as groups to compare with the measured ones.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/model/given_topology.h"
#include "core/topology/sources/measured/comparison.h"

namespace topomorph::topology {

/// The groups in which `given` has these hosts, found by name; where it names none, slot i is host i. A host that it
/// does not name is alone on every level, and one of `notes` says so. Throws InputError for topologies that are no
/// trees, and for nameless ones of another size.
ToldGroups told_groups(const GivenTopology& given, std::span<const std::string> hosts, const std::string& source,
                       std::vector<std::string>& notes);

}  // namespace topomorph::topology
