// Finds the grid and the rules that explain the traffic of a profile.
#pragma once

#include "core/extrapolation/rule_fit.h"

namespace topomorph::extrapolation {

/// A grid of all ranks, and the rules on it that explain the traffic.
struct Recognised {
  RankGrid grid;
  Fit fit;
};

/// Returns the grid whose rules explain most with least: the smallest description, as in the minimum description length
/// principle [Rissanen 1978]. Tries all grids of up to three axes, numbered row by row, and in Morton order if no other
/// explains the traffic. On each the rule that explains most of what is left comes first. Rules of more than a little
/// traffic may miss a few of their pairs. Of more than 2^17 pairs only rules of all ranks are tried. The table has
/// traffic, and at least two ranks.
Recognised recognise(const PairTable& table);

/// Fits these rules on this grid.
Recognised with_rules(const RankGrid& grid, std::span<const Rule> rules, const PairTable& table);

/// Returns the rules without their volumes.
std::vector<Rule> rules_of(const Recognised& recognised);

}  // namespace topomorph::extrapolation
