// Compares measured groups of hosts with declared ones.
#pragma once

#include <string>
#include <vector>

#include "core/topology/sources/measured/dendrogram.h"

namespace topomorph::topology {

/// Declared groups of hosts: partitions, the innermost first. Empty if nothing is declared.
struct ToldGroups {
  std::string source;  ///< for messages: "slurm:topology.conf", "SLURM_TOPOLOGY_ADDR"
  std::vector<Partition> levels;
};

/// Returns one line for each contradiction between declared and measured groups, with the hosts' names; none if both
/// agree. `names` is indexed by host, like the partitions.
std::vector<std::string> contradictions(const std::vector<std::string>& names, const std::vector<Partition>& measured,
                                        const ToldGroups& told);

}  // namespace topomorph::topology
