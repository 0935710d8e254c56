// Improves assignments on networks: a descent by exchanges and moves to free slots, and simulated annealing.
#pragma once

#include <span>

#include "core/base/random.h"
#include "core/mapping/problem/problem.h"
#include "core/mapping/search/search.h"

namespace topomorph::mapping {

/// Exchanges two roles, or moves one to a free slot, until no candidate gains, or the deadline passes. The candidates
/// of a role are all slots, or, if there are many, the slots near its neighbours. A queue holds the roles whose
/// neighbours moved.
void descend(const Instance& instance, Candidate& candidate);

/// Moves one role after the other to a slot near one of its heavy neighbours, or exchanges it with the role there.
/// Accepts each move that saves something, and others the more seldom the more they cost and the lower the temperature
/// [Kirkpatrick 1983]. Ends with a descent from the best assignment seen. The work does not depend on the clock, unless
/// the deadline passes.
void anneal(const Instance& instance, Candidate& candidate, const Cooling& cooling, Random& random);

/// Adds SearchPlan::annealings annealings to a sorted pool, hot and cool ones from the cheapest candidates, and sorts
/// the pool again. Does nothing at the lower bound.
void anneal_best(const Search& search, Pool& pool);

/// Anneals on the slots of the first start and the nearest free ones (kWindow.slots in all), several times, from all
/// starts that use these slots: the local optimum depends on the start more than on the work. Runs longer rounds if a
/// first, short one gains something. The result is never worse than the first start. Pinned roles stay.
Mapping improve_by_annealing(const Problem& problem, std::span<const Mapping> starts);

}  // namespace topomorph::mapping
