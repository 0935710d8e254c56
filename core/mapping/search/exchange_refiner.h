// Improves an assignment within limits by moving roles to slots with room, and by exchanging two roles.
#pragma once

#include "core/base/deadline.h"
#include "core/mapping/slots/occupancy.h"
#include "core/mapping/slots/slot_tree.h"

namespace topomorph::mapping {

/// Moves and exchanges roles until no candidate gains, or the deadline passes. The candidates of a role are the slots
/// around its heaviest neighbours. Keeps the limits. Returns the gain.
EdgeWeight refine_by_exchanges(const Graph& graph, const SlotTree& tree, Occupancy& occupancy,
                               const Deadline& deadline);

}  // namespace topomorph::mapping
