// Bottom-up construction: groups of roles that fill a lowest node, groups of these groups, and so on.
#pragma once

#include "core/base/deadline.h"
#include "core/base/random.h"
#include "core/mapping/tree/layout.h"

namespace topomorph::mapping {

/// Whether all nodes of each level have the same shape: then groups built first fit anywhere.
bool is_regular(const SlotTree& tree);

/// Grows groups along the strongest connections, improves them by swaps, contracts, and goes on with the level above
/// (the idea of TreeMatch: Jeannot, Mercier, Tessier: Process placement in multicore clusters, 2014). The tree must be
/// regular.
Layout grouping(const Graph& graph, const SlotTree& tree, Random& random, const Deadline& deadline);

}  // namespace topomorph::mapping
