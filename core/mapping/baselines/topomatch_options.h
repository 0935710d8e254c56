// What may stand behind "topomatch:".
#pragma once

#include <cstdint>
#include <string_view>

#include "core/mapping/baselines/kneser.h"

namespace topomorph::mapping {

/// Candidate groups above which groups are built fast instead of chosen among all (tau of paper 000).
inline constexpr std::uint64_t kTopoMatchThreshold = 30000;

struct TopoMatchOptions {
  enum class Partitioner { Greedy, Scotch };
  enum class Method { ByTopology, Tree, Scotch };

  std::uint64_t threshold = kTopoMatchThreshold;  ///< 0: always fast; at most kMostCandidateGroups
  Partitioner partitioner = Partitioner::Greedy;  ///< of k-way partitions: algorithm 1, line 9, and algorithm 3
  Method method = Method::ByTopology;             ///< trees by algorithms 1 and 3, all others by algorithms 2 and 4
};

/// "tau=N", "partition=greedy|scotch", "method=tree|scotch", in any order, with commas between; nothing is what the
/// paper does by default. Throws InputError.
TopoMatchOptions parse_topomatch_options(std::string_view text);

}  // namespace topomorph::mapping
