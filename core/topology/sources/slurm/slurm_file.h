// Slurm's topology files: topology.conf and topology.yaml.
#pragma once

#include <string>

#include "core/topology/sources/slurm/slurm_records.h"

namespace topomorph::topology {

/// The network of `slurm:FILE`: one slot for each host. Files that end in .yaml or .yml are topology.yaml, others
/// topology.conf. Throws InputError.
GivenTopology read_slurm_topology(const std::string& path);

/// "SwitchName=s0 Nodes=n[0-3]" and "BlockName=b0 Nodes=n[0-3]" lines; keys in any case, '#' begins a comment, a '\\'
/// at the end of a line continues it. LinkSpeed is read over, as Slurm does. Throws InputError.
GivenTopology read_topology_conf(const std::string& path);

/// The topology that is the cluster's default, else the first: its tree of switches, or its blocks. Throws InputError,
/// also for what else YAML can be (see yaml_subset.h).
GivenTopology read_topology_yaml(const std::string& path);

}  // namespace topomorph::topology
