// Top-down construction: the tree's root cuts the graph into its children's sizes, and so on down to the slots.
#pragma once

#include "core/mapping/multilevel/partition.h"
#include "core/mapping/tree/layout.h"

namespace topomorph::mapping {

/// Recursive multisection along the tree (Kirchbach, Schulz, Träff: Better process mapping and sparse quadratic
/// assignment, 2020; there with balance up to a tolerance, here exact). All nodes of a level are cut at the same time,
/// by the context's workers. With a layout to start from, its parts are refined as far as they are not torn apart on a
/// higher level; the result may be worse.
Layout multisection(const Graph& graph, const SlotTree& tree, PartitionContext& context, const Layout* start = nullptr);

}  // namespace topomorph::mapping
