// PaCMap (paper 001) as a mapping algorithm, and what its hosts are.
#pragma once

#include <memory>
#include <vector>

#include "core/mapping/registry.h"

namespace topomorph::mapping {

/// Slots as hosts of a network: the places of a network with machines, the nodes of a tree's level of hosts, else (or
/// where all slots are one host) every slot. Of a part of a topology the hosts of the whole.
struct HostView {
  std::shared_ptr<const Topology> network;  ///< its slots are the hosts; may point into the topology
  std::vector<Slot> host_of;                ///< by slot
  static HostView of(const Topology& topology);
};

/// Task groups on the hosts that there are: as few as have room, hosts with most slots first where they differ. Within
/// a host the paper leaves the order open: roles ascending.
Mapping map_by_pacmap(const Problem& problem);

}  // namespace topomorph::mapping
