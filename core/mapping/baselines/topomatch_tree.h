// TopoMatch on trees [Jeannot 2022]: algorithm 1 from the slots up, algorithm 3 from the root down.
#pragma once

#include <cstdint>
#include <vector>

#include "core/mapping/baselines/topomatch_groups.h"
#include "core/model/tree.h"

namespace topomorph::mapping {

/// Returns the number of children of the nodes of each level, from the slots up; empty if nodes of a level differ.
std::vector<std::uint64_t> regular_arities(const TreeTopology& tree);

/// Returns the vertex on each place of a tree with these arities; kNoVertex on an empty place. Places after the last
/// vertex are left out. Makes groups of groups, level by level. If the elements of a level do not fill the last group,
/// it adds elements without traffic, so that the grouping chooses which groups stay incomplete (under-subscription).
std::vector<Vertex> topomatch_bottom_up(Graph graph, std::span<const std::uint64_t> arities, TopoMatchContext& context);

/// Returns the vertex on each slot of the tree (algorithm 3). The tree has as many slots as the graph has vertices.
/// From the top down, partitions the vertices of a node among its children.
std::vector<Vertex> topomatch_top_down(const Graph& graph, const TreeTopology& tree, TopoMatchContext& context);

}  // namespace topomorph::mapping
