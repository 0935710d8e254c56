// TopoMatch (paper 000), as published: TreeMatch on trees, top-down where slots are missing.
#pragma once

#include <span>
#include <vector>

#include "core/mapping/published/element_groups.h"
#include "core/mapping/random.h"
#include "core/mapping/registry.h"

namespace topomorph {

/// Candidate groups above which groups are built fast instead of chosen among all (tau of the paper).
inline constexpr std::uint64_t kTopoMatchThreshold = 30000;

/// Algorithm 1: partitions the vertices into groups of `arity`, which divides their number. More than `threshold`
/// candidate groups: pairs by buckets, groups of 3 to 5 one after the other, each the best of ten greedy ones, larger
/// groups by a greedy partition. Else the best independent groups of all.
ElementGroups topomatch_groups(const Graph& graph, std::size_t arity, std::uint64_t threshold, Random& random);

/// TreeMatch bottom-up where the slots that are used are a regular tree, else as map_topomatch_constrained(). Several
/// roles on a slot by a level of places below the slots; of more slots than roles the first are used. Needs a tree.
Mapping map_topomatch(const MapProblem& problem);

/// Algorithm 3: from the top of the tree, parts of the roles in the sizes of the subtrees, by a greedy partition.
Mapping map_topomatch_constrained(const MapProblem& problem);

}  // namespace topomorph
