// What a process knows of its own place.
#pragma once

#include <string>

namespace topomorph::reorder {

/// Returns the name of this host as the launcher gives it through PMIx, else as MPI does.
std::string host_name();

/// Returns the CPUs that this process may run on as a list ("0-3,8"); empty if the system does not tell.
std::string cpu_list();

/// Returns what Slurm tells of the path to this host: "top.sp0.s1.n3 switch.switch.switch.node" (SLURM_TOPOLOGY_ADDR
/// and SLURM_TOPOLOGY_ADDR_PATTERN), or only "n3 node"; empty outside of Slurm. Needs no privilege and no answer from
/// others.
std::string batch_address();

}  // namespace topomorph::reorder
