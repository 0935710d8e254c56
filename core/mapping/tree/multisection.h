// Constructs from the root down: cuts the graph into parts of the children's sizes, and so on to the slots.
#pragma once

#include "core/mapping/assignment.h"
#include "core/mapping/multilevel/partition.h"
#include "core/mapping/tree/slot_tree.h"

namespace topomorph::mapping {

/// Recursive multisection along the tree (Kirchbach, Schulz, Träff 2020; there with balance up to a tolerance, here
/// exact). The context's workers cut all nodes of a level at the same time. With `start`, its parts are refined as long
/// as no higher level has torn them apart; the result may be worse than `start`.
Assignment multisection(const Graph& graph, const SlotTree& tree, PartitionContext& context,
                        const Assignment* start = nullptr);

}  // namespace topomorph::mapping
