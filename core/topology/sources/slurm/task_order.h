// The order in which Slurm gives tasks to the hosts of a job.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/model/slurm_units.h"

namespace topomorph::topology {

/// Returns the hosts of a job in the order in which Slurm 26.05 and later distribute tasks by default: leaf switch
/// after leaf switch and block after block, as the file lists them; along a ring from the begin of the job's segment;
/// in a torus along Morton's curve (x varies fastest) from the corner of the smallest box, across the ends too, that
/// holds the job. Hosts that are alike in this keep the order of `hosts`; Slurm then takes the order of slurm.conf.
/// `hosts` are numbers of hosts of the topology. Source: Slurm 26.05, topology_p_get_rank of each topology plugin.
std::vector<std::size_t> slurm_task_order(const SlurmUnits& units, std::vector<std::size_t> hosts);

/// Returns the number of tasks of each host, in the order of `slots`: Slurm deals them in turn, one a host, as long as
/// hosts have slots left. Requires no more tasks than slots.
std::vector<std::uint64_t> slurm_task_counts(const std::vector<std::uint64_t>& slots, std::uint64_t tasks);

}  // namespace topomorph::topology
