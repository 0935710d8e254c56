// Chooses the hosts of a job by TopoMatch with constraints.
#pragma once

#include <vector>

#include "core/mapping/baselines/free_hosts.h"
#include "core/mapping/portfolio/map.h"

namespace topomorph::allocation {

/// Maps the task groups of a job, one to a host, onto the free hosts, and returns the host of each group
/// [Jeannot 2022, section 4.6.3]. The free hosts are the constraints: on trees algorithm 3, whose partitions take all
/// of them, with groups without traffic in place of the hosts that stay free; elsewhere Scotch on the sub-architecture
/// of the free hosts (algorithm 4). `traffic` is that between the groups. Throws InputError as check_free(), and if
/// Scotch fails.
std::vector<Slot> topomatch_on(const mapping::FreeHosts& free, const Affinity& traffic,
                               const mapping::MapOptions& options);

}  // namespace topomorph::allocation
