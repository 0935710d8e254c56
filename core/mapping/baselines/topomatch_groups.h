// TopoMatch's ways of grouping (paper 000, algorithm 1), and its partitioners.
#pragma once

#include <span>
#include <vector>

#include "core/base/deadline.h"
#include "core/base/random.h"
#include "core/mapping/baselines/element_groups.h"
#include "core/mapping/baselines/topomatch_options.h"

namespace topomorph::mapping {

/// Tools of one mapping.
struct TopoMatchContext {
  TopoMatchOptions options;
  Random random;
  Deadline deadline;
};

/// Algorithm 1: partitions the vertices into groups of `arity`, which divides their number. More candidate groups than
/// the threshold: pairs by buckets, groups of 3 to 5 one after the other, each the best of ten greedy ones, larger
/// groups by a k-way partition. Else the best independent groups of all.
ElementGroups topomatch_groups(const Graph& graph, std::size_t arity, TopoMatchContext& context);

/// Parts of exactly these sizes, which add up to the number of vertices, with little volume between them: by the greedy
/// partitioner or by Scotch, which throws InputError where it fails.
ElementGroups topomatch_parts(const Graph& graph, std::span<const std::size_t> sizes, TopoMatchContext& context);

}  // namespace topomorph::mapping
