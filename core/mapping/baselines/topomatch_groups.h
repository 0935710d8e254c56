// TopoMatch's grouping [Jeannot 2022, alg. 1], and its partitioners.
#pragma once

#include <span>
#include <vector>

#include "core/base/deadline.h"
#include "core/base/random.h"
#include "core/mapping/baselines/element_groups.h"
#include "core/mapping/baselines/topomatch_options.h"

namespace topomorph::mapping {

/// State of one mapping.
struct TopoMatchContext {
  TopoMatchOptions options;
  Random random;
  Deadline deadline;
};

/// Partitions the vertices into groups of `arity`, which divides their number (algorithm 1). If there are more
/// candidate groups than the threshold: pairs by buckets; groups of 3 to 5 one after the other, each the best of ten
/// greedy ones; larger groups by a k-way partition. Otherwise: the best independent groups of all candidates.
ElementGroups topomatch_groups(const Graph& graph, std::size_t arity, TopoMatchContext& context);

/// Partitions the vertices into parts of exactly these sizes, which add up to their number, with little volume between
/// parts. Uses the greedy partitioner or Scotch. Throws InputError if Scotch fails.
ElementGroups topomatch_parts(const Graph& graph, std::span<const std::size_t> sizes, TopoMatchContext& context);

}  // namespace topomorph::mapping
