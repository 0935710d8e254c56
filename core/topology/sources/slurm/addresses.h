// Builds the network from the addresses that Slurm gives to the processes of a job.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/topology/hosts/placement.h"
#include "core/topology/sources/slurm/switch_tree.h"

namespace topomorph::topology {

/// Splits "top.sp0.s1.n3 switch.switch.switch.node" (SLURM_TOPOLOGY_ADDR, a blank, SLURM_TOPOLOGY_ADDR_PATTERN) into
/// the node's name and the switches above it from the leaf switch up. If the branch has fewer switches than the
/// pattern, the outermost are missing. A node name may contain dots. Names of switches may, too, if all have equally
/// many (NVIDIA's topograph writes "switch.2.1") and the node is called like `host`, the name that the host itself
/// says, with or without its domain. Returns nothing for unreadable text.
std::optional<HostPath> parse_slurm_address(std::string_view text, std::string_view host = {});

/// Returns the network of the job's hosts, with the hosts' names in the locations: a tree of switches ("switch…node")
/// or blocks ("block.node"), or rings and tori (grid_addresses.h). SlurmUnits::plugin says which. Slurm's addresses are
/// those in the cluster's default topology. Returns nothing if the network is unknown: an address is missing or
/// unreadable, processes of a host disagree, two hosts have the same address, or there are no switches.
std::optional<GivenTopology> network_of_addresses(std::span<const ProcessLocation> processes);

}  // namespace topomorph::topology
