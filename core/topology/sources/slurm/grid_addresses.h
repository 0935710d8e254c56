// Builds the network from the places in rings and tori that Slurm gives to the processes of a job.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/model/given_topology.h"
#include "core/model/slurm_units.h"

namespace topomorph::topology {

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
