// What a process knows about its own place.
#pragma once

#include <string>

namespace topomorph::reorder {

/// Name of this host, as MPI says it.
std::string host_name();

/// The CPUs this process may run on, as a list ("0-3,8"); empty where the system does not tell.
std::string cpu_list();

}  // namespace topomorph::reorder
