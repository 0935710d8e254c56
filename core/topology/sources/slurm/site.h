// Reads what slurm.conf says of topologies and of the order of tasks.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace topomorph::topology {

struct SlurmSite {
  bool topology_order = true;  ///< no CR_NO_DIST_TOPO_BLOCK: since Slurm 26.05 tasks follow the topology
  std::vector<std::string> against_arbitrary;     ///< SlurmUnits::against_arbitrary
  std::map<std::string, std::string> topologies;  ///< by partition; empty text: the cluster's default topology
};

/// Reads slurm.conf and the files that it includes. Other settings are not looked at. Throws InputError for files that
/// cannot be read, and for damaged lines of the settings that count.
SlurmSite read_slurm_site(const std::string& slurm_conf);

/// Returns the topology of a partition of the site, empty for the cluster's default. Throws InputError, which names the
/// file, for an unknown partition.
std::string topology_of_partition(const SlurmSite& site, const std::string& slurm_conf, const std::string& partition);

/// Returns the slurm.conf of this machine: $SLURM_CONF, else in /etc/slurm or /run/slurm/conf; nothing if there is
/// none.
std::optional<std::string> slurm_conf_here();

/// Returns the folders in which this machine may have Slurm's files, the most likely first.
std::vector<std::string> slurm_folders();

}  // namespace topomorph::topology
