// Node files of netloc, and the distances that netloc gives a network and its machines.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/model/topology.h"
#include "core/topology/sources/infiniband/fabric.h"

namespace topomorph::topology::infiniband {

/// Reads netloc's IB-*-nodes.txt (version 1): nodes, links, partitions, and the links of each path between two hosts,
/// which become entries of forwarding tables.
void read_netloc_nodes(const std::string& path, FabricBuilder& fabric);

/// Returns true if the file begins as netloc's do, with a version number alone on a line.
bool is_netloc_nodes(const std::string& path);

}  // namespace topomorph::topology::infiniband

namespace topomorph::topology {

/// Returns the tree with distances from netloc's link costs (hwloc 2, netloc/architecture.c and netloc/hwloc.c). Inside
/// a machine the lowest level costs 1 and each other three times the level below. Links between hosts and switches cost
/// 10 times the highest level inside, each level above twice the level below. The distance of two slots is the sum of
/// the costs from the level where they meet down to them, as in Scotch's tleaf. `first_of_host` has the first slot of
/// each machine and the end of the last. Returns other topologies unchanged.
std::shared_ptr<const Topology> with_netloc_distances(std::shared_ptr<const Topology> topology,
                                                      std::span<const Slot> first_of_host);

}  // namespace topomorph::topology
