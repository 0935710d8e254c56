// The best assignment within limits there is, for very few roles.
#pragma once

#include <optional>

#include "core/mapping/capacitated/occupancy.h"
#include "core/mapping/tree/layout.h"

namespace topomorph::mapping {

/// Branch and bound from `start`, which keeps the limits. Nothing if more than `budget` partial assignments would have
/// to be looked at.
std::optional<std::vector<Vertex>> best_within_limits(const Graph& graph, const SlotTree& tree, const Limits& limits,
                                                      const std::vector<Vertex>& start, std::uint64_t budget);

}  // namespace topomorph::mapping
