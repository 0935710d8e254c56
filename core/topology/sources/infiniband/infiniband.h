// InfiniBand fabrics as topologies: "ib:PATH".
#pragma once

#include <string>

#include "core/model/given_topology.h"

namespace topomorph::topology {

/// PATH[#PARTITION][?hosts=PATTERN,...][&subnet=NAME][&routes=PATH]: ibnetdiscover's output, a folder of raw dumps, or
/// netloc's nodes (docs/topologies.md). One slot for each host. Where the switches form a (fat) tree, the topology is
/// that tree, else a graph with the hops between switches; distances are cables on the way, 2 for two hosts at one
/// switch. Slots are in netloc's order (so that numbers agree with its Scotch architectures): the switch of the first
/// host first, the others by falling GUID; hosts of a switch likewise. Routes are those of the forwarding tables,
/// shortest ways where there are none. Throws InputError.
GivenTopology read_infiniband(const std::string& text);

}  // namespace topomorph::topology
