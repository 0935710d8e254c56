// Reads Slurm's topology files.
#include "core/topology/sources/slurm/slurm_file.h"

#include "core/topology/sources/slurm/topology_conf.h"
#include "core/topology/sources/slurm/topology_yaml.h"

namespace topomorph::topology {

GivenTopology read_slurm_topology(const std::string& path) {
  return path.ends_with(".yaml") || path.ends_with(".yml") ? read_topology_yaml(path) : read_topology_conf(path);
}

}  // namespace topomorph::topology
