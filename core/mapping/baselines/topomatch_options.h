// Parameter of the algorithm "topomatch": the text after "topomatch:".
#pragma once

#include <cstdint>
#include <string_view>

#include "core/mapping/baselines/kneser.h"

namespace topomorph::mapping {

/// Number of candidate groups above which groups are built fast instead of chosen among all (tau of [Jeannot 2022]).
inline constexpr std::uint64_t kTopoMatchThreshold = 30000;

struct TopoMatchOptions {
  enum class Partitioner { Greedy, Scotch };
  enum class Method { ByTopology, Tree, Scotch };

  std::uint64_t threshold = kTopoMatchThreshold;  ///< 0: always fast; at most kMostCandidateGroups
  Partitioner partitioner = Partitioner::Greedy;  ///< for k-way partitions: algorithm 1, line 9, and algorithm 3
  Method method = Method::ByTopology;             ///< ByTopology: trees by algorithms 1 and 3, others by 2 and 4
};

/// Parses "tau=N", "partition=greedy|scotch" and "method=tree|scotch", in any order, separated by commas. An empty text
/// gives the paper's defaults. Throws InputError for anything else.
TopoMatchOptions parse_topomatch_options(std::string_view text);

}  // namespace topomorph::mapping
