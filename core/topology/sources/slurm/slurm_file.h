// Reads Slurm's description of the network: topology.yaml or topology.conf, with slurm.conf for its partitions.
#pragma once

#include <string>

#include "core/model/given_topology.h"

namespace topomorph::topology {

/// Reads the network of `slurm:FILE[#NAME]`, one slot for each host. FILE is
/// * topology.yaml (the name ends in .yaml or .yml): NAME is one of its topologies, without one the cluster's default;
/// * slurm.conf (of that name): the topology.yaml or topology.conf in its folder, and NAME is a partition, whose
///   topology counts (Slurm 25.05);
/// * any other file: topology.conf, whose only topology has the name "default".
/// Throws InputError.
GivenTopology read_slurm_topology(const std::string& text);

/// Reads lines "SwitchName=s0 Nodes=n[0-3]", "BlockName=b0 Nodes=n[0-3]", "BlockSizes=4,16" and "RingName=r0
/// Nodes=n[0-7]" (Slurm 26.05), or what `scontrol show topology` prints of them. Keys have any case, '#' begins a
/// comment, a '\\' at the end of a line continues it, "Include FILE" reads another file. LinkSpeed is that of
/// tree_of_switches(). Throws InputError.
GivenTopology read_topology_conf(const std::string& path);

}  // namespace topomorph::topology
