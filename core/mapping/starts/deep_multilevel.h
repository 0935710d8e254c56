// Cuts a graph into many roles per slot, from coarse to fine in the graph and down the tree.
#pragma once

#include <span>
#include <vector>

#include "core/mapping/graph/partition.h"
#include "core/mapping/problem/presets.h"
#include "core/mapping/slots/slot_tree.h"

namespace topomorph::mapping {

/// Returns the slot of each vertex, by deep multilevel partitioning [Gottesbüren 2021]. Sizes on slot s add up to at
/// most capacity[s], if the sizes of single vertices allow it. Coarsens the graph once. On the way back it cuts the
/// graph into the children of the root while it is small, and each part into the children of its node as soon as it is
/// large enough. The refinement therefore knows the tree's distances from the first level on.
std::vector<Vertex> deep_multilevel(const Graph& graph, const SlotTree& tree, std::span<const std::int64_t> capacity,
                                    const CapacitatedPlan& plan, PartitionContext& context);

}  // namespace topomorph::mapping
