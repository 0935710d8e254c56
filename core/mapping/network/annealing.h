// Simulated annealing: finds what single exchanges that must save something do not find.
#pragma once

#include "core/base/random.h"
#include "core/mapping/search.h"

namespace topomorph::mapping {

/// Moves one role after the other to a slot near one of its heavy neighbours, or exchanges it with the role there:
/// always if this saves something, else the more seldom the more it costs and the lower the temperature (Kirkpatrick,
/// Gelatt, Vecchi 1983). Ends with a descent from the best assignment seen. The work does not depend on the clock,
/// unless the deadline passes.
void anneal(const Instance& instance, Candidate& candidate, const Cooling& cooling, Random& random);

/// Adds SearchPlan::annealings annealings to a sorted pool, hot and cool ones from the cheapest candidates, and sorts
/// the pool again. Nothing happens at the lower bound.
void anneal_best(const Search& search, Pool& pool);

}  // namespace topomorph::mapping
