// Improves an assignment on a tree by swapping two vertices at a time, or the contents of two nodes.
#pragma once

#include <vector>

#include "core/base/deadline.h"
#include "core/base/random.h"
#include "core/mapping/slots/assignment.h"
#include "core/mapping/slots/slot_tree.h"

namespace topomorph::mapping {

/// Bounds of a perturbation, which ends at the first that it reaches.
struct Patience {
  EdgeWeight most_gain = 0;  ///< in all
  std::uint64_t rounds = 0;  ///< kicks
  Deadline deadline;
};

/// Swaps two vertices at a time until no candidate gains, or the deadline passes [Schulz 2017]. The candidates of a
/// vertex are the vertices in the regions around its neighbours; a queue holds the vertices whose neighbours moved.
/// Swaps only vertices on slots of the same shape. Leaves `fixed` vertices (one entry for each, or empty) where they
/// are. Returns the gain.
EdgeWeight refine_by_swaps(const Graph& graph, const SlotTree& tree, Assignment& layout, const std::vector<char>& fixed,
                           const Deadline& deadline);

/// Searches by iterated local search: kicks (makes a few random swaps around one place), refines by swaps, and takes
/// everything back if the cost is higher than before. Returns the gain.
EdgeWeight perturb_and_refine(const Graph& graph, const SlotTree& tree, Assignment& layout,
                              const std::vector<char>& fixed, Random& random, const Patience& patience);

/// Runs refine_by_swaps() on whole nodes of the tree, from the children of the root downwards, and last on single
/// vertices. Returns the gain.
EdgeWeight refine_by_group_swaps(const Graph& graph, const SlotTree& tree, Assignment& layout,
                                 const std::vector<char>& fixed, const Deadline& deadline);

}  // namespace topomorph::mapping
