// What topologies that are made of others stand on.
#pragma once

#include "core/model/topology.h"

namespace topomorph::topology {

/// What the topology is a part of; itself where it is whole.
const Topology& whole_of(const Topology& topology);
/// The number that the slot has there.
Slot slot_of_whole(const Topology& topology, Slot slot);

/// The network that the topology is, is a part of, or has machines in the places of.
const Topology& network_below(const Topology& topology);
/// The place in it where the slot is.
Slot slot_below(const Topology& topology, Slot slot);

}  // namespace topomorph::topology
