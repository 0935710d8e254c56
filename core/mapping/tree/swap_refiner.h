// Improving a layout by swapping two vertices at a time, and whole groups of them.
#pragma once

#include <vector>

#include "core/base/deadline.h"
#include "core/base/random.h"
#include "core/mapping/tree/layout.h"

namespace topomorph::mapping {

/// When a search that could go on for ever ends.
struct Patience {
  EdgeWeight most_gain = 0;  ///< after this gain
  std::uint64_t rounds = 0;  ///< after so many
  Deadline deadline;
};

/// Swaps until no candidate brings a gain or the deadline passes. Candidates for a vertex are the vertices in the
/// regions around its neighbours; a queue holds the vertices whose surroundings changed. Only vertices on slots of the
/// same shape are swapped; `fixed` (per vertex, may be empty) stay. Returns the gain. With as many vertices as slots a
/// swap is the smallest change there is; gains are computed before anything is moved (Schulz, Träff: Better process
/// mapping and sparse quadratic assignment, 2017).
EdgeWeight refine_by_swaps(const Graph& graph, const SlotTree& tree, Layout& layout, const std::vector<char>& fixed,
                           const Deadline& deadline);

/// Goes on from a layout that swaps no longer improve: a few swaps at random around one place, swaps that mend what
/// they can, and all of it taken back unless the cost is lower or equal (iterated local search). Returns the gain.
EdgeWeight perturb_and_refine(const Graph& graph, const SlotTree& tree, Layout& layout, const std::vector<char>& fixed,
                              Random& random, const Patience& patience);

/// refine_by_swaps with whole nodes of the tree, from the children of the root downwards, and single vertices last.
EdgeWeight refine_by_group_swaps(const Graph& graph, const SlotTree& tree, Layout& layout,
                                 const std::vector<char>& fixed, const Deadline& deadline);

}  // namespace topomorph::mapping
