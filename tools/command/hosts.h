// Networks whose slots are hosts, lists of their hosts, and hosts that a topology lacks.
#pragma once

#include <string>
#include <vector>

#include "core/topology/spec.h"

namespace topomorph::command {

/// Returns the hosts of a job in order, without repetition. Reads a file with lines "HOST ...", as in mpirun's
/// --hostfile, MPICH's "HOST:4" and PBS's node files, with comments after '#'. If no such file exists, reads the text
/// as a list, "n[0-3],m1". Throws InputError, which names the option.
std::vector<std::string> hosts_of_job(const std::string& file_or_list, const std::string& option = "--check");

/// Returns the hosts that the topology lacks. Throws InputError if the topology has no host names.
std::vector<std::string> missing_hosts(const std::vector<std::string>& job, const GivenTopology& given);

/// Reads --topology with hosts as slots. Prints the assumptions. Throws InputError for a network with machines in its
/// places.
GivenTopology read_network(const std::string& spec);

/// Returns the listed hosts, ascending, without repetition. `text` is "all", or a file or list (see hosts_of_job) of
/// names of the network and of its numbers ("0-3,8"). Throws InputError, which names the option.
std::vector<Slot> parse_hosts(const std::string& text, const GivenTopology& network, const std::string& option);

/// Returns the name of a host; its number if the hosts have no names.
std::string name_of_host(Slot host, const GivenTopology& network);

/// Returns "n[0-3],m1" for `sbatch --nodelist`, or "0-3,8" if the hosts have no names. `hosts` must ascend.
std::string node_list(const std::vector<Slot>& hosts, const GivenTopology& network);

}  // namespace topomorph::command
