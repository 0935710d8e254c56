// Constructs from the slots up: groups that fill a lowest node, groups of these groups, and so on.
#pragma once

#include "core/base/deadline.h"
#include "core/base/random.h"
#include "core/mapping/slots/assignment.h"
#include "core/mapping/slots/slot_tree.h"

namespace topomorph::mapping {

/// Grows groups along the heaviest edges, improves them by swaps, contracts them, and continues on the level above, as
/// TreeMatch does [Jeannot 2014]. The tree must be regular.
Assignment grouping(const Graph& graph, const SlotTree& tree, Random& random, const Deadline& deadline);

}  // namespace topomorph::mapping
