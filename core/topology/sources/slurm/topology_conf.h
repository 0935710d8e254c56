// Slurm's topology.conf.
#pragma once

#include <string>

#include "core/topology/sources/slurm/slurm_records.h"

namespace topomorph::topology {

/// Reads lines "SwitchName=s0 Nodes=n[0-3]" and "BlockName=b0 Nodes=n[0-3]". Keys have any case, '#' begins a comment,
/// a '\\' at the end of a line continues it. LinkSpeed is ignored, as by Slurm. Throws InputError.
GivenTopology read_topology_conf(const std::string& path);

}  // namespace topomorph::topology
