// What the bisections of a partition share: effort, random numbers, sizes of parts, and scratch memory of the threads.
#pragma once

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "core/base/workers.h"
#include "core/mapping/graph/bisection.h"
#include "core/mapping/problem/parameters.h"

namespace topomorph::mapping {

/// State of a partition that all its bisections share.
struct PartitionContext {
  Effort effort;
  Random random;
  Deadline deadline;
  FmRefiner refiner;
  Workers* workers = nullptr;  ///< null: no other threads; the result is the same
};

inline std::int64_t sum_of(std::span<const std::int64_t> capacities) {
  return std::accumulate(capacities.begin(), capacities.end(), std::int64_t{0});
}

/// Bounds of the size of the first of two parts.
struct SizeRange {
  std::int64_t least = 0, most = 0;
  std::int64_t middle() const { return (least + most) / 2; }
  std::int64_t tolerance() const { return (most - least) / 2; }
};

/// Returns the bounds for a total size and the capacities of both parts.
inline SizeRange sizes_of_first(std::int64_t total, std::int64_t capacity, std::int64_t capacity_of_second) {
  return {std::max<std::int64_t>(total - capacity_of_second, 0), std::min(total, capacity)};
}

/// Contexts and scratch memory of the threads; the first thread uses the given context.
class PartitionTools {
 public:
  PartitionTools(PartitionContext& context, std::size_t vertices)
      : first_(context),
        vertices_(vertices),
        scratch_(workers(context)),
        others_(workers(context) - 1, copy(context)) {}

  PartitionContext& context(std::size_t worker) { return worker == 0 ? first_ : others_[worker - 1]; }
  /// Returns the scratch memory for induced().
  std::vector<Vertex>& scratch(std::size_t worker) {
    if (scratch_[worker].empty()) scratch_[worker].assign(vertices_, kNoVertex);
    return scratch_[worker];
  }
  /// Runs `work` on all threads; on this thread alone if threads would cost more than they save.
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
