// Improving an assignment by exchanging two roles, or moving one to a free slot, as long as that saves something.
#pragma once

#include "core/mapping/network/network_problem.h"

namespace topomorph::mapping {

/// What the role's edges cost less on `slot`, the role that is there (if any) on its slot.
EdgeWeight gain_of(const NetworkProblem& problem, const Assignment& assignment, Vertex role, Vertex slot);

/// Until no candidate brings a gain, or the deadline passes. Candidates for a role are the slots near its neighbours;
/// all of them, where there are few. A queue holds the roles whose surroundings changed.
void descend(const NetworkProblem& problem, Placed& placed);

}  // namespace topomorph::mapping
