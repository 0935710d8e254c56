// Simulated annealing of an assignment: what single exchanges that must save something do not find.
#pragma once

#include "core/base/random.h"
#include "core/mapping/network/network_problem.h"
#include "core/mapping/presets.h"

namespace topomorph::mapping {

/// Moves one role after the other to a slot near one of its heavy neighbours, or exchanges it with who is there, always
/// where this saves something, else the more seldom the more it costs and the lower the temperature (Kirkpatrick,
/// Gelatt, Vecchi: Optimization by simulated annealing, 1983). Ends in a descent, with the best seen. The work does not
/// depend on the clock, unless the deadline passes.
void anneal(const NetworkProblem& problem, Placed& placed, const Cooling& cooling, Random& random);

}  // namespace topomorph::mapping
