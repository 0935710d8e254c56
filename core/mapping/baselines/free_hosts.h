// The free hosts of a network: among them a job gets its hosts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/topology.h"

namespace topomorph::mapping {

/// A network whose slots are hosts, and those of them that are free: ascending, each once.
struct FreeHosts {
  const Topology& network;
  std::vector<Slot> hosts;
  std::span<const Slot> curve = {};  ///< linear_order() of the network, where it is known already
};

/// Throws InputError for fewer free hosts than `wanted`, and for none wanted.
void check_free(const FreeHosts& free, std::uint64_t wanted);

}  // namespace topomorph::mapping
