// TopoMatch's grouping [Jeannot 2022, alg. 1], and the parameter that selects its partitioner.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/deadline.h"
#include "core/base/random.h"
#include "core/mapping/baselines/kneser.h"

namespace topomorph::mapping {

/// Number of candidate groups above which groups are built fast instead of chosen among all (tau of [Jeannot 2022]).
inline constexpr std::uint64_t kTopoMatchThreshold = 30000;

struct TopoMatchOptions {
  enum class Partitioner { Greedy, Scotch, Available };  ///< Available: Scotch, and greedy where Scotch fails
  enum class Method { ByTopology, Tree, Scotch };

  std::uint64_t threshold = kTopoMatchThreshold;     ///< 0: always fast; at most kMostCandidateGroups
  Partitioner partitioner = Partitioner::Available;  ///< for k-way partitions: algorithm 1, line 9, and algorithm 3
  Method method = Method::ByTopology;                ///< ByTopology: trees by algorithms 1 and 3, others by 2 and 4
  int trials = 10;  ///< greedy partitions, of which the best counts: as many as in the authors' published program
};

/// Parses "tau=N", "partition=greedy|scotch" and "method=tree|scotch", in any order, separated by commas. What the text
/// does not set is as in `defaults`. Throws InputError for anything else.
TopoMatchOptions parse_topomatch_options(std::string_view text, TopoMatchOptions defaults = {});

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
/// parts. Uses the partitioner of the options. Throws InputError if Scotch is the only one that it may use, and fails.
ElementGroups topomatch_parts(const Graph& graph, std::span<const std::size_t> sizes, TopoMatchContext& context);

}  // namespace topomorph::mapping
