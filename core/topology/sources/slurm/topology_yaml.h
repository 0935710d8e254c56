// Slurm's topology.yaml.
#pragma once

#include <string>

#include "core/topology/sources/slurm/slurm_records.h"

namespace topomorph::topology {

/// Reads the cluster's default topology, else the first: its tree of switches or its blocks. Throws InputError, also
/// for YAML beyond yaml_subset.h.
GivenTopology read_topology_yaml(const std::string& path);

}  // namespace topomorph::topology
