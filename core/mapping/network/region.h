// Slots close together, out of many.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/model/topology.h"

namespace topomorph::mapping {

using DistanceOf = std::function<std::uint64_t(Slot a, Slot b)>;

/// Of so many slots the `count` nearest to a centre, in ascending order, and those in `needed`. Of several centres the
/// one whose nearest `roles` slots are nearest.
std::vector<Slot> compact_region(std::uint64_t slots, const DistanceOf& distance, std::uint64_t count,
                                 std::uint64_t roles, std::span<const Slot> needed);

/// The same of the slots of a topology. Of one with more than a million only those around the centres are looked at:
/// time and memory depend on `count`.
std::vector<Slot> compact_region(const Topology& topology, std::uint64_t count, std::uint64_t roles,
                                 std::span<const Slot> needed);

}  // namespace topomorph::mapping
