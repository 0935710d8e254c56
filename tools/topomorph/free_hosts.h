// Networks of hosts, their free hosts as users tell them, and lists of hosts as launchers want them.
#pragma once

#include <string>
#include <vector>

#include "core/topology/spec.h"

namespace topomorph::cli {

/// --topology where slots are hosts. Says what was assumed. Throws InputError for a network with machines in its
/// places.
GivenTopology read_network(const std::string& spec);

/// Hosts of a network, ascending, each once: "all"; or a file or list (see hosts_of_job) of names the network has and
/// of its numbers ("0-3,8"). Throws InputError, which names the option.
std::vector<Slot> parse_hosts(const std::string& text, const GivenTopology& network, const std::string& option);

/// The host's name, or its number where nobody names it.
std::string name_of_host(Slot host, const GivenTopology& network);

/// "n[0-3],m1" for `sbatch --nodelist`, or "0-3,8" where nobody names the hosts. `hosts` ascend.
std::string node_list(const std::vector<Slot>& hosts, const GivenTopology& network);

}  // namespace topomorph::cli
