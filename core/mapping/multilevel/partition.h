// Cutting a graph into several parts of given sizes.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "core/base/workers.h"
#include "core/mapping/multilevel/bisection.h"
#include "core/mapping/presets.h"

namespace topomorph::mapping {

/// The tools of a partitioning, shared by all its bisections.
struct PartitionContext {
  Effort effort;
  Random random;
  Deadline deadline;
  FmRefiner refiner;
  Workers* workers = nullptr;  ///< without: no other threads. The result is the same.
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
/// without edges go where room is left. `start` (may be empty) is a partition to begin with instead of bisections.
std::vector<Vertex> partition(const Graph& graph, std::span<const std::int64_t> capacities, PartitionContext& context,
                              std::span<const Vertex> start = {});

/// The same with the least effort, for one of many tries.
std::vector<Vertex> partition_quickly(const Graph& graph, std::span<const std::int64_t> capacities,
                                      PartitionContext& context);

/// What each thread needs for itself; the first one uses the context that is given.
class PartitionTools {
 public:
  PartitionTools(PartitionContext& context, std::size_t vertices)
      : first_(context),
        vertices_(vertices),
        scratch_(workers(context)),
        others_(workers(context) - 1, copy(context)) {}

  PartitionContext& context(std::size_t worker) { return worker == 0 ? first_ : others_[worker - 1]; }
  /// For induced().
  std::vector<Vertex>& scratch(std::size_t worker) {
    if (scratch_[worker].empty()) scratch_[worker].assign(vertices_, kNoVertex);
    return scratch_[worker];
  }
  /// On all threads, or where that would cost more than it saves on this one.
  template <typename Work>
  void for_each(std::size_t count, Work work) {
    if (first_.workers != nullptr && vertices_ >= kPartition.threads_vertices)
      return first_.workers->for_each(count, work);
    for (std::size_t i = 0; i < count; ++i) work(i, 0);
  }

 private:
  static std::size_t workers(const PartitionContext& context) { return context.workers ? context.workers->count() : 1; }
  static PartitionContext copy(const PartitionContext& context) {
    return {context.effort, context.random, context.deadline, {}};
  }

  PartitionContext& first_;
  std::size_t vertices_;
  std::vector<std::vector<Vertex>> scratch_;
  std::vector<PartitionContext> others_;
};

}  // namespace topomorph::mapping
