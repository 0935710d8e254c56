// Slots close together, out of many.
#pragma once

#include <span>
#include <vector>

#include "core/topology/topology.h"

namespace topomorph {

/// The `count` slots nearest to a centre, in ascending order, and those in `needed`. Of several centres the one whose
/// nearest `roles` slots are nearest.
std::vector<Slot> compact_region(const Topology& topology, std::uint64_t count, std::uint64_t roles,
                                 std::span<const Slot> needed);

}  // namespace topomorph
