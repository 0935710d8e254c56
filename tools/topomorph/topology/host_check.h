// The hosts of a job, and those that a topology lacks.
#pragma once

#include <string>
#include <vector>

#include "core/topology/spec.h"

namespace topomorph::cli {

/// Returns the hosts of a job in order, without repetition. Reads a file with lines "HOST ...", as in mpirun's
/// --hostfile, MPICH's "HOST:4" and PBS's node files, with comments after '#'. If no such file exists, reads the text
/// as a list, "n[0-3],m1". Throws InputError, which names the option.
std::vector<std::string> hosts_of_job(const std::string& file_or_list, const std::string& option = "--check");

/// Returns the hosts that the topology lacks. Throws InputError if the topology has no host names.
std::vector<std::string> missing_hosts(const std::vector<std::string>& job, const GivenTopology& given);

}  // namespace topomorph::cli
