// Top-down construction: the set of slots is cut in two, the roles in two parts of these sizes, and so on.
#pragma once

#include "core/mapping/multilevel/partition.h"
#include "core/mapping/network/network_problem.h"

namespace topomorph::mapping {

/// Dual recursive bisection (Pellegrini, Roman: Scotch, 1996; there with balance up to a tolerance, here exact): puts
/// the roles on these slots, of which there are as many. What a role's edges to roles outside its part would cost on
/// either side, with the parts as far as they are known, counts in every bisection. Pins are not looked at.
std::vector<Vertex> bisect_both(const NetworkProblem& problem, std::vector<Vertex> slots, PartitionContext& context);

}  // namespace topomorph::mapping
