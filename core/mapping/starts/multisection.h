// Constructs from the root down: cuts the graph into parts of the children's sizes, and so on to the slots.
#pragma once

#include "core/mapping/graph/partition.h"
#include "core/mapping/slots/assignment.h"
#include "core/mapping/slots/slot_tree.h"

namespace topomorph::mapping {

/// Cuts the graph by recursive multisection along the tree [Kirchbach 2020], with exact balance instead of the paper's
/// tolerance. The context's workers cut all nodes of a level at the same time. If there is a `start`, refines its parts
/// as long as no higher level has torn them apart; the result may be worse than `start`.
Assignment multisection(const Graph& graph, const SlotTree& tree, PartitionContext& context,
                        const Assignment* start = nullptr);

}  // namespace topomorph::mapping
