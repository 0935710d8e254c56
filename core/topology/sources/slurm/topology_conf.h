// Reads Slurm's topology.conf.
#pragma once

#include <string>

#include "core/model/given_topology.h"

namespace topomorph::topology {

/// Reads lines "SwitchName=s0 Nodes=n[0-3]", "BlockName=b0 Nodes=n[0-3]", "BlockSizes=4,16" and "RingName=r0
/// Nodes=n[0-7]" (Slurm 26.05), or what `scontrol show topology` prints of them. Keys have any case, '#' begins a
/// comment, a '\\' at the end of a line continues it. LinkSpeed is ignored, as by Slurm. Throws InputError.
GivenTopology read_topology_conf(const std::string& path);

}  // namespace topomorph::topology
