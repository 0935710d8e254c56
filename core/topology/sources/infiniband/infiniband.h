// Reads InfiniBand and Omni-Path fabrics as topologies: "ib:PATH", "netloc:PATH", "opa:PATH".
#pragma once

#include <string>

#include "core/model/given_topology.h"

namespace topomorph::topology {

/// Reads PATH[#PARTITION][?hosts=PATTERN,...][&subnet=NAME][&routes=PATH]: ibnetdiscover's output, a folder of raw
/// dumps, netloc's nodes, or opareport's XML (docs/topologies.md). Each host is one slot. If the switches form a (fat)
/// tree, the topology is that tree, else a graph with the hops between switches. Distances are cables on the route, 2
/// for two hosts at one switch. Slots are in netloc's order, so that numbers agree with its Scotch architectures: the
/// switch of the first host first, the others by falling GUID, and in the same way the hosts of a switch. Routes follow
/// the forwarding tables, or shortest paths where entries are missing. Throws InputError.
GivenTopology read_infiniband(const std::string& text);

}  // namespace topomorph::topology
