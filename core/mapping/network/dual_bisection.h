// Constructs from above: cuts the slots in two, the roles into two parts of these sizes, and so on.
#pragma once

#include "core/mapping/instance.h"
#include "core/mapping/multilevel/partition.h"

namespace topomorph::mapping {

/// Puts the roles on these slots, of which there are as many, by dual recursive bisection (Pellegrini, Roman 1996;
/// there with balance up to a tolerance, here exact). Each bisection counts what a role's edges to roles outside its
/// part would cost on either side, at the centres of the parts known so far. Ignores pins.
std::vector<Vertex> bisect_both(const Instance& instance, std::vector<Vertex> slots, PartitionContext& context);

}  // namespace topomorph::mapping
