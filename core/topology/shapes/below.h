// Finds the topologies that a composed or restricted topology is made of.
#pragma once

#include "core/model/topology.h"

namespace topomorph::topology {

/// Returns the topology that this is a part of, or itself if it is no part.
const Topology& whole_of(const Topology& topology);
/// Returns the slot's number in whole_of().
Slot slot_of_whole(const Topology& topology, Slot slot);

/// Returns the network that a topology is, is a part of, or has machines in.
const Topology& network_below(const Topology& topology);
/// Returns the slot's place in network_below().
Slot slot_below(const Topology& topology, Slot slot);

}  // namespace topomorph::topology
