// Reads Slurm's topology files: topology.conf and topology.yaml.
#pragma once

#include <string>

#include "core/topology/sources/slurm/slurm_records.h"

namespace topomorph::topology {

/// Reads lines "SwitchName=s0 Nodes=n[0-3]" and "BlockName=b0 Nodes=n[0-3]". Keys have any case, '#' begins a comment,
/// a '\\' at the end of a line continues it. LinkSpeed is ignored, as by Slurm. Throws InputError.
GivenTopology read_topology_conf(const std::string& path);

/// Reads the cluster's default topology, else the first: its tree of switches or its blocks. Throws InputError, also
/// for YAML beyond yaml_subset.h.
GivenTopology read_topology_yaml(const std::string& path);

/// Reads the network of `slurm:FILE`, one slot for each host: topology.yaml from files that end in .yaml or .yml, else
/// topology.conf. Throws InputError.
GivenTopology read_slurm_topology(const std::string& path);

}  // namespace topomorph::topology
