// Cutting a graph into several parts of given sizes.
#pragma once

#include <span>
#include <vector>

#include "core/mapping/bisection.h"

namespace topomorph {

/// The tools of a partitioning, shared by all its bisections.
struct PartitionContext {
  Effort effort;
  Random random;
  Deadline deadline;
  FmRefiner refiner;
};

/// The part of each vertex; part i gets exactly sizes[i] vertices (all of size 1). By recursive bisection, then by
/// refining pairs of parts that share much weight.
std::vector<Vertex> partition(const Graph& graph, std::span<const std::int64_t> sizes, PartitionContext& context);

}  // namespace topomorph
