// Partition of a graph into several parts of given sizes.
#pragma once

#include <span>
#include <vector>

#include "core/mapping/graph/partition_tools.h"

namespace topomorph::mapping {

/// Returns the part of each vertex. Part i gets at most capacities[i] vertices; all vertices have size 1, and there is
/// room for all. Uses recursive bisection, then refines parts that share much weight. Vertices without edges go where
/// room is left. `start` (may be empty) is a partition to begin with instead of bisections.
std::vector<Vertex> partition(const Graph& graph, std::span<const std::int64_t> capacities, PartitionContext& context,
                              std::span<const Vertex> start = {});

}  // namespace topomorph::mapping
