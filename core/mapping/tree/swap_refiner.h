// Improves an assignment on a tree by swapping two vertices at a time, or the contents of two nodes.
#pragma once

#include <vector>

#include "core/base/deadline.h"
#include "core/base/random.h"
#include "core/mapping/assignment.h"
#include "core/mapping/tree/slot_tree.h"

namespace topomorph::mapping {

/// When a perturbation ends: at the first of these.
struct Patience {
  EdgeWeight most_gain = 0;  ///< in all
  std::uint64_t rounds = 0;  ///< kicks
  Deadline deadline;
};

/// Swaps until no candidate gains, or the deadline passes (Schulz, Träff 2017). Candidates for a vertex are the
/// vertices in the regions around its neighbours; a queue holds the vertices whose neighbours moved. Swaps only
/// vertices on slots of the same shape; `fixed` vertices (one entry for each, or empty) stay. Returns the gain.
EdgeWeight refine_by_swaps(const Graph& graph, const SlotTree& tree, Assignment& layout, const std::vector<char>& fixed,
                           const Deadline& deadline);

/// Iterated local search: kicks (a few swaps at random around one place), refines by swaps, and takes everything back
/// if the cost is higher than before. Returns the gain.
EdgeWeight perturb_and_refine(const Graph& graph, const SlotTree& tree, Assignment& layout,
                              const std::vector<char>& fixed, Random& random, const Patience& patience);

/// refine_by_swaps() with whole nodes of the tree, from the children of the root downwards, and last with single
/// vertices.
EdgeWeight refine_by_group_swaps(const Graph& graph, const SlotTree& tree, Assignment& layout,
                                 const std::vector<char>& fixed, const Deadline& deadline);

}  // namespace topomorph::mapping
