// Improving an assignment with limits by moving roles to slots with room, and by exchanging two.
#pragma once

#include "core/base/deadline.h"
#include "core/mapping/capacitated/occupancy.h"
#include "core/mapping/tree/layout.h"

namespace topomorph::mapping {

/// Moves and exchanges until none that is looked at brings a gain, or the deadline passes. Looked at are the slots
/// around a role's heaviest neighbours. The limits are kept. Returns the gain.
EdgeWeight refine_by_exchanges(const Graph& graph, const SlotTree& tree, Occupancy& occupancy,
                               const Deadline& deadline);

/// Sum of weight x distance.
EdgeWeight assignment_cost(const Graph& graph, const SlotTree& tree, const std::vector<Vertex>& slot_of);

/// What one role's edges cost if it were on `slot`; neighbours that are nowhere do not count.
EdgeWeight cost_on(const Graph& graph, const SlotTree& tree, const Occupancy& occupancy, Vertex v, Slot slot);

}  // namespace topomorph::mapping
