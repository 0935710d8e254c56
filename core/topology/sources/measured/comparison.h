// What was measured against what was told: where the two cannot both be right.
#pragma once

#include <string>
#include <vector>

#include "core/topology/sources/measured/dendrogram.h"

namespace topomorph::topology {

/// What somebody said of the hosts: partitions into groups, the innermost first. None: no word about groups.
struct ToldGroups {
  std::string source;  ///< for messages: "slurm:topology.conf", "SLURM_TOPOLOGY_ADDR"
  std::vector<Partition> levels;
};

/// One line for each thing that was told and is measured otherwise, naming the hosts; `names` by number of host, as in
/// the partitions. Nothing where both agree.
std::vector<std::string> contradictions(const std::vector<std::string>& names, const std::vector<Partition>& measured,
                                        const ToldGroups& told);

}  // namespace topomorph::topology
