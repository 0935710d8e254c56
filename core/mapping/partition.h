// Cutting a graph into several parts of given sizes.
#pragma once

#include <algorithm>
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

/// How large the first of two parts may be.
struct SizeRange {
  std::int64_t least = 0, most = 0;
  std::int64_t middle() const { return (least + most) / 2; }
  std::int64_t tolerance() const { return (most - least) / 2; }
};

/// With so much in all, and so much room in each part.
inline SizeRange sizes_of_first(std::int64_t total, std::int64_t capacity, std::int64_t capacity_of_second) {
  return {std::max<std::int64_t>(total - capacity_of_second, 0), std::min(total, capacity)};
}

/// The part of each vertex; part i gets at most capacities[i] of the vertices (all of size 1), of which there are at
/// most as many as there is room. By recursive bisection, then by refining parts that share much weight. Vertices
/// without edges go where room is left.
std::vector<Vertex> partition(const Graph& graph, std::span<const std::int64_t> capacities, PartitionContext& context);

/// The same with the least effort, for one of many tries.
std::vector<Vertex> partition_quickly(const Graph& graph, std::span<const std::int64_t> capacities,
                                      PartitionContext& context);

}  // namespace topomorph
