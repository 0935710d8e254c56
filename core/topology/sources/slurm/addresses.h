// The network as Slurm tells it to the processes of a job.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/topology/placement.h"
#include "core/topology/sources/slurm/switch_tree.h"

namespace topomorph::topology {

/// "top.sp0.s1.n3 switch.switch.switch.node" (SLURM_TOPOLOGY_ADDR, a blank, SLURM_TOPOLOGY_ADDR_PATTERN) taken apart:
/// the node's name, and the switches above it from the leaf switch up. Where the branch has fewer switches than the
/// pattern, the outermost are lacking. A node name may have dots in it. Nothing for what cannot be read.
std::optional<HostPath> parse_slurm_address(std::string_view text);

/// The network of the job's hosts, under the names that the locations have; nothing where it is not known: an address
/// is lacking or cannot be read, processes of a host disagree on theirs, two hosts have the same, or there are no
/// switches.
std::optional<GivenTopology> network_of_addresses(std::span<const ProcessLocation> processes);

}  // namespace topomorph::topology
