// TopoMatch on trees (paper 000): algorithm 1 from the slots up, algorithm 3 from the root down.
#pragma once

#include <cstdint>
#include <vector>

#include "core/mapping/baselines/topomatch_groups.h"
#include "core/model/tree.h"

namespace topomorph::mapping {

/// Children of each node of the levels from the slots up, the same on a level; empty where nodes of a level differ.
std::vector<std::uint64_t> regular_arities(const TreeTopology& tree);

/// The vertex on each place of a tree with these arities, kNoVertex where nobody is; places after the last vertex are
/// left out. Groups of groups, level by level; where the elements of a level do not fill the last group, elements that
/// talk to nobody do, so that the grouping chooses which groups stay incomplete (under-subscription).
std::vector<Vertex> topomatch_bottom_up(Graph graph, std::span<const std::uint64_t> arities, TopoMatchContext& context);

/// Algorithm 3: the vertex on each slot of the tree, which has as many slots as the graph has vertices. From the top
/// down, the vertices of a node are partitioned among its children.
std::vector<Vertex> topomatch_top_down(const Graph& graph, const TreeTopology& tree, TopoMatchContext& context);

}  // namespace topomorph::mapping
