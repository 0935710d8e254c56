// Whether the hosts of a job are in a topology.
#pragma once

#include <string>
#include <vector>

#include "core/topology/spec.h"

namespace topomorph::cli {

/// Hosts of a job, each once, in order: from a file of lines "HOST ...", as mpirun's --hostfile, MPICH's "HOST:4" and
/// PBS's node files have them, '#' begins a comment; or, where there is no such file, a list as "n[0-3],m1". Throws
/// InputError, which names the option.
std::vector<std::string> hosts_of_job(const std::string& file_or_list, const std::string& option = "--check");

/// Those that the topology does not have. Throws InputError where nobody names its hosts.
std::vector<std::string> missing_hosts(const std::vector<std::string>& job, const GivenTopology& given);

}  // namespace topomorph::cli
