// The free hosts of a network, from which a job gets its hosts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/topology.h"

namespace topomorph::mapping {

/// A network whose slots are hosts, and its free hosts: ascending, each once.
struct FreeHosts {
  const Topology& network;
  std::vector<Slot> hosts;
  std::span<const Slot> curve = {};  ///< linear_order() of the network, if already known
};

/// Throws InputError if fewer than `wanted` hosts are free, or if `wanted` is 0.
void check_free(const FreeHosts& free, std::uint64_t wanted);

}  // namespace topomorph::mapping
