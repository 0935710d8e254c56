// What a process knows about its own place.
#pragma once

#include <string>

namespace topomorph::reorder {

/// Name of this host, as the launcher says it through PMIx; else as MPI does.
std::string host_name();

/// The CPUs this process may run on, as a list ("0-3,8"); empty where the system does not tell.
std::string cpu_list();

/// What Slurm tells of the way to this host: "top.sp0.s1.n3 switch.switch.switch.node" (SLURM_TOPOLOGY_ADDR and
/// SLURM_TOPOLOGY_ADDR_PATTERN), or only "n3 node"; empty outside of it. Needs no privilege and asks nobody.
std::string batch_address();

}  // namespace topomorph::reorder
