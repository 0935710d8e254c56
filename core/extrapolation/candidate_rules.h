// The rules that could explain a part of the traffic on a grid.
#pragma once

#include <vector>

#include "core/extrapolation/rule_fit.h"

namespace topomorph::extrapolation {

/// Returns the rules nearly all of whose pairs communicate, with their pairs. The simpler ones come first: steps, then
/// groups. Adds to `work`.
std::vector<RulePairs> candidate_rules(const PairTable& table, const RankGrid& grid, Work& work);

}  // namespace topomorph::extrapolation
