// Converts a given topology to declared groups of a job's hosts, and compares measured groups with them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/model/given_topology.h"
#include "core/topology/sources/measured/clustering.h"

namespace topomorph::topology {

/// Declared groups of hosts: partitions, the innermost first. Empty if nothing is declared.
struct DeclaredGroups {
  std::string source;  ///< for messages: "slurm:topology.conf", "SLURM_TOPOLOGY_ADDR"
  std::vector<Partition> levels;
};

/// Returns one line for each contradiction between declared and measured groups, with the hosts' names; none if both
/// agree. `names` is indexed by host, like the partitions.
std::vector<std::string> contradictions(const std::vector<std::string>& names, const std::vector<Partition>& measured,
                                        const DeclaredGroups& declared);

/// Returns the groups in which `given` has these hosts. Hosts are found by name; if `given` has no names, slot i is
/// host i. An unknown host is alone on every level, and a line in `notes` names it. Throws InputError for topologies
/// that are no trees, and for trees without names of another size.
DeclaredGroups declared_groups(const GivenTopology& given, std::span<const std::string> hosts,
                               const std::string& source, std::vector<std::string>& notes);

}  // namespace topomorph::topology
