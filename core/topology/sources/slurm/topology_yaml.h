// Reads Slurm's topology.yaml.
#pragma once

#include <string>

#include "core/model/given_topology.h"

namespace topomorph::topology {

/// Reads the topology of that name, or with an empty name the cluster's default topology, else the first: its tree of
/// switches, blocks, rings or three-dimensional tori. The placements of tori restrict what Slurm allocates, not
/// distances, and are only checked. Throws InputError, also for a topology that is flat and for YAML beyond
/// yaml_subset.h.
GivenTopology read_topology_yaml(const std::string& path, const std::string& name = "");

}  // namespace topomorph::topology
