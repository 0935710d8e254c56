// Simulated annealing: leaves local optima of the descent, because it also accepts exchanges that cost something.
#pragma once

#include "core/base/random.h"
#include "core/mapping/search.h"

namespace topomorph::mapping {

/// Moves one role after the other to a slot near one of its heavy neighbours, or exchanges it with the role there.
/// Accepts each move that saves something, and others the more seldom the more they cost and the lower the temperature
/// [Kirkpatrick 1983]. Ends with a descent from the best assignment seen. The work does not depend on the clock, unless
/// the deadline passes.
void anneal(const Instance& instance, Candidate& candidate, const Cooling& cooling, Random& random);

/// Adds SearchPlan::annealings annealings to a sorted pool, hot and cool ones from the cheapest candidates, and sorts
/// the pool again. Does nothing at the lower bound.
void anneal_best(const Search& search, Pool& pool);

}  // namespace topomorph::mapping
