// Improves an assignment by exchanging two roles, or moving one to a free slot, as long as this saves something.
#pragma once

#include "core/mapping/search/instance.h"

namespace topomorph::mapping {

/// Returns the gain if the role moves to `slot`, and the role that is there (if any) to the first role's slot.
EdgeWeight gain_of(const Instance& instance, const Assignment& assignment, Vertex role, Vertex slot);

/// Improves until no candidate gains, or the deadline passes. The candidates of a role are all slots, or, if there are
/// many, the slots near its neighbours. A queue holds the roles whose neighbours moved.
void descend(const Instance& instance, Candidate& candidate);

}  // namespace topomorph::mapping
