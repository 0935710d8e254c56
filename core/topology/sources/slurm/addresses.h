// Builds the network from the addresses that Slurm gives to the processes of a job.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/given_topology.h"
#include "core/model/slurm_units.h"
#include "core/topology/hosts/placement.h"
#include "core/topology/sources/slurm/slurm_records.h"

namespace topomorph::topology {

/// Splits "top.sp0.s1.n3 switch.switch.switch.node" (SLURM_TOPOLOGY_ADDR, a blank, SLURM_TOPOLOGY_ADDR_PATTERN) into
/// the node's name and the switches above it from the leaf switch up. If the branch has fewer switches than the
/// pattern, the outermost are missing; an empty field is a level that the branch has not. A node name may contain dots.
/// Names of switches may, too, if all have equally many (NVIDIA's topograph writes "switch.2.1") and the node is called
/// like `host`, the name that the host itself says, with or without its domain. Returns nothing for unreadable text.
std::optional<HostPath> parse_slurm_address(std::string_view text, std::string_view host = {});

/// Returns the network of the job's hosts, with the hosts' names in the locations: a tree of switches ("switch…node")
/// or blocks ("block.node"), or rings and tori. SlurmUnits::plugin says which. Slurm's addresses are
/// those in the cluster's default topology. Returns nothing if the network is unknown: an address is missing or
/// unreadable, processes of a host disagree, two hosts have the same address, or there are no switches.
std::optional<GivenTopology> network_of_addresses(std::span<const ProcessLocation> processes);

/// The place of a host in a ring or torus.
struct GridAddress {
  std::string unit;  ///< name of the ring or torus
  GridCell cell = {0, 0, 0};
};

/// Reads "ring0:3.n1 ring:position.node" and "pod1:1:2:0.n1 torus:x:y:z.node" (SLURM_TOPOLOGY_ADDR, a blank,
/// SLURM_TOPOLOGY_ADDR_PATTERN; Slurm 26.05). Returns nothing for other patterns and unreadable text.
std::optional<GridAddress> parse_grid_address(std::string_view text);

/// A host and its address.
using AddressOfHost = std::pair<std::string_view, std::string_view>;

/// Returns the network of hosts in rings or tori. Addresses do not say how large these are: a dimension counts as long
/// as its last host, and as linked at its ends if hosts are missing in the middle and the first place is used, because
/// Slurm allocates what is contiguous. Returns nothing if an address is no place, or two hosts have the same place.
std::optional<GivenTopology> network_of_grid_addresses(std::span<const AddressOfHost> addresses);

}  // namespace topomorph::topology
