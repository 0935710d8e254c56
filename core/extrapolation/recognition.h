// Finds the grid and the rules that explain the traffic of a profile.
#pragma once

#include "core/extrapolation/rule_fit.h"

namespace topomorph::extrapolation {

/// Some seconds of work: more would be in vain, as the engine that asks has half a minute.
inline constexpr Work kMostWork = 100'000'000;

/// A grid of all ranks, and the rules on it that explain the traffic.
struct Recognised {
  RankGrid grid;
  Fit fit;
  std::uint64_t untried = 0;  ///< less likely grids, for which there was no time
};

/// Returns the grid whose rules explain most with least: the smallest description, as in the minimum description length
/// principle [Rissanen 1978]. Tries all grids of up to three axes, numbered row by row, and in Morton order if no other
/// explains the traffic; the likely ones first, and of each numbering no more after `most_work`, but always a line of
/// all ranks and the likeliest grid. On each grid the rule that explains most of what is left comes first. Rules of
/// more than a little traffic may miss a few of their pairs. The table has traffic, and at least two ranks.
Recognised recognise(const PairTable& table, Work most_work = kMostWork);

/// Fits these rules on this grid. Adds to `work`.
Recognised with_rules(const RankGrid& grid, std::span<const Rule> rules, const PairTable& table, Work& work);

/// Returns the rules without their volumes.
std::vector<Rule> rules_of(const Recognised& recognised);

}  // namespace topomorph::extrapolation
