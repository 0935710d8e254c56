// Many roles per slot: parts of a graph on the nodes of a tree, from coarse to fine in both.
#pragma once

#include <span>
#include <vector>

#include "core/mapping/multilevel/partition.h"
#include "core/mapping/presets.h"
#include "core/mapping/tree/layout.h"

namespace topomorph::mapping {

/// The slot of each vertex; sizes on slot s add up to capacity[s] at most, wherever the sizes of single vertices allow
/// it. The graph is coarsened once. On the way back it is cut into the children of the root while it is small, then,
/// whenever it is large enough, each part into the children of its node (deep multilevel partitioning: Gottesbüren,
/// Heuer, Sanders, Schulz, Seemaier 2021), so that from the first level on the refinement knows the tree's distances.
std::vector<Vertex> deep_multilevel(const Graph& graph, const SlotTree& tree, std::span<const std::int64_t> capacity,
                                    const CapacitatedPlan& plan, PartitionContext& context);

}  // namespace topomorph::mapping
