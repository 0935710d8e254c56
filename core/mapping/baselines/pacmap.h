// PaCMap as a mapping algorithm [Tuncer 2015], and the hosts of a topology.
#pragma once

#include <memory>
#include <vector>

#include "core/mapping/problem.h"

namespace topomorph::mapping {

/// Assigns the slots of a topology to hosts of a network. Hosts are the places of a network with machines, or the nodes
/// of a tree's level of hosts. Otherwise, or if all slots are on one host, every slot is a host. A part of a topology
/// has the hosts of the whole.
struct HostView {
  std::shared_ptr<const Topology> network;  ///< its slots are the hosts; may point into the topology
  std::vector<Slot> host_of;                ///< by slot of the topology
  static HostView of(const Topology& topology);
};

/// Maps task groups onto the hosts of the topology. Uses as few hosts as have room, those with most slots first if they
/// differ. The paper leaves the order within a host open; here roles ascend.
Mapping map_by_pacmap(const Problem& problem);

}  // namespace topomorph::mapping
