// Reads Slurm's topology files: topology.conf and topology.yaml.
#pragma once

#include <string>

#include "core/topology/sources/slurm/slurm_records.h"

namespace topomorph::topology {

/// Reads the network of `slurm:FILE`, one slot for each host: topology.yaml from files that end in .yaml or .yml, else
/// topology.conf. Throws InputError.
GivenTopology read_slurm_topology(const std::string& path);

}  // namespace topomorph::topology
