// Builds the network from the addresses that Slurm gives to the processes of a job.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/topology/placement.h"
#include "core/topology/sources/slurm/switch_tree.h"

namespace topomorph::topology {

/// Splits "top.sp0.s1.n3 switch.switch.switch.node" (SLURM_TOPOLOGY_ADDR, a blank, SLURM_TOPOLOGY_ADDR_PATTERN) into
/// the node's name and the switches above it from the leaf switch up. If the branch has fewer switches than the
/// pattern, the outermost are missing. A node name may contain dots. Returns nothing for unreadable text.
std::optional<HostPath> parse_slurm_address(std::string_view text);

/// Returns the network of the job's hosts, with the hosts' names in the locations. Returns nothing if it is unknown: an
/// address is missing or unreadable, processes of a host disagree, two hosts have the same address, or there are no
/// switches.
std::optional<GivenTopology> network_of_addresses(std::span<const ProcessLocation> processes);

}  // namespace topomorph::topology
