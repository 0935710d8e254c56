// Constructs from above: halves the slots, and the roles into parts of the same sizes, down to single slots.
#pragma once

#include "core/mapping/graph/partition.h"
#include "core/mapping/search/instance.h"

namespace topomorph::mapping {

/// Maps the roles onto these slots, as many as there are roles, by dual recursive bisection [Pellegrini 1996], with
/// exact balance instead of the paper's tolerance. Each bisection counts the cost on either side of a role's edges to
/// roles outside its part, at the centres of the parts known so far. Ignores pins.
std::vector<Vertex> bisect_both(const Instance& instance, std::vector<Vertex> slots, PartitionContext& context);

}  // namespace topomorph::mapping
