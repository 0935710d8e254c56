// What no mapping can cost less than.
#pragma once

#include "core/mapping/network/network_problem.h"

namespace topomorph::mapping {

/// As if each role had its heaviest neighbours in the nearest slots, and of those as many as any slot has next to it.
/// Grids of roles in grids of slots reach it; others seldom do. Never more than the cheapest mapping costs.
EdgeWeight least_cost(const NetworkProblem& problem);

}  // namespace topomorph::mapping
