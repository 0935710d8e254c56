// Reads netloc's hierarchies.
#pragma once

#include <string>

#include "core/model/given_topology.h"

namespace topomorph::topology {

/// Reads "hierarchy:FILE" [Bordage 2017, section 5.1]. Each network and each machine has one line:
///
///     torus 3 4 1600 4 1600 4 1600 2 32 52
///     tree 1 4 800 1 0
///     node n129 tree 4 2 80 2 40 4 20 2 10 -1
///     tree 1 4 800 2 0 1
///     node n208 tree 4 2 80 2 40 4 20 2 10 -1
///     node n210 tree 4 2 80 2 40 4 20 2 10 -1
///
/// A line is TYPE DIMENSIONS SIZE COST ... SIZE COST COUNT INDEX ... INDEX: torus, mesh, tree, ring or alltoall; the
/// size of every dimension and the cost of its links; the places in use, or -1 for all. A tree's dimensions are its
/// levels from the root down; its distances are sums of link costs, see distances_of_link_costs(). A ring and an
/// all-to-all have one dimension; any two places of an all-to-all are one link apart. Places are counted from 0: the
/// first dimension of a torus or mesh fastest, the leaves of a tree from left to right. A network's line is followed by
/// the descriptions of its places, each with all that belongs to it, in the order of the indices. Places of a node are
/// slots. Empty lines and lines that begin with '#' are skipped.
///
/// The distance of two slots is that of the outermost network in which their places differ. Hosts are the nodes. Throws
/// InputError with file and line.
GivenTopology read_hierarchy(const std::string& path);

}  // namespace topomorph::topology
