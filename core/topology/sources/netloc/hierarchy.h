// Networks of networks of machines, level by level: the description that netloc's authors proposed.
#pragma once

#include <string>

#include "core/model/given_topology.h"

namespace topomorph::topology {

/// Reads "hierarchy:FILE" (C. Bordage, C. Foyer, B. Goglin: Netloc, a tool for topology-aware process mapping, Euro-Par
/// 2017 workshops, section 5.1). One line for each network and for each machine:
///
///     torus 3 4 1600 4 1600 4 1600 2 32 52
///     tree 1 4 800 1 0
///     node n129 tree 4 2 80 2 40 4 20 2 10 -1
///     tree 1 4 800 2 0 1
///     node n208 tree 4 2 80 2 40 4 20 2 10 -1
///     node n210 tree 4 2 80 2 40 4 20 2 10 -1
///
/// that is, TYPE DIMENSIONS SIZE COST ... SIZE COST COUNT INDEX ... INDEX: torus, mesh or tree; the size of every
/// dimension and the cost of its links; the places in use, or -1 for all. A tree's dimensions are its levels, from the
/// root down; its distances are sums of link costs, see distances_of_link_costs(). Places are counted from 0, the first
/// dimension of a torus or mesh fastest, the leaves of a tree from left to right. Behind a line that is no node's
/// follow the descriptions of its places, each with all that belongs to it, in the order in which they are listed. The
/// places of a node are slots. Lines may be empty or begin with '#'.
///
/// Two slots are as far apart as the outermost network they are in different places of says. Hosts are the nodes.
/// Throws InputError with file and line.
GivenTopology read_hierarchy(const std::string& path);

/// The text of such a file, with the same slots, hosts and distances. Throws InputError where the topology is not made
/// of meshes, tori and trees, or a tree is too irregular to be a part of one with equal children.
std::string hierarchy_text(const GivenTopology& given);

}  // namespace topomorph::topology
