// Selects slots close together if there are more slots than roles.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/model/mapping.h"
#include "core/model/topology.h"
#include "core/model/tree.h"

namespace topomorph::mapping {

/// The slots [begin, end), by their numbers in the topology or in a part of it.
template <class Number>
struct SlotRange {
  Number begin = 0, end = 0;
  Number size() const { return end - begin; }
  bool holds(Number slot) const { return begin <= slot && slot < end; }
};
using Interval = SlotRange<Slot>;

/// Returns slots of the lowest node of a tree that has `roles` slots, ascending. Takes no more children of the node
/// than are needed: first the children with most of the slots in `needed`, then the largest; at most twice as many
/// slots as roles. Adds the slots in `needed` that are elsewhere.
std::vector<Slot> choose_slots(const TreeTopology& tree, std::uint64_t roles, std::span<const Slot> needed);

/// Returns `count` of ascending slots, evenly spread, and those in `needed`; ascending.
std::vector<Slot> thinned(const std::vector<Slot>& slots, std::uint64_t count, std::span<const Slot> needed);

using DistanceOf = std::function<std::uint64_t(Slot a, Slot b)>;

/// Returns the `count` slots nearest to a centre, of the slots below `slots`, and those in `needed`; ascending. Tries
/// several centres and takes the one whose nearest `roles` slots are nearest; if there are `needed` slots, the first of
/// them is the centre.
std::vector<Slot> compact_region(std::uint64_t slots, const DistanceOf& distance, std::uint64_t count,
                                 std::uint64_t roles, std::span<const Slot> needed);

/// Does the same on a topology. Of more than a million slots considers only those around the centres: time and memory
/// depend on `count`.
std::vector<Slot> compact_region(const Topology& topology, std::uint64_t count, std::uint64_t roles,
                                 std::span<const Slot> needed);

/// Returns all slots if there are `most` at most; else those of the mapping and the free ones with the least sum of
/// distances to them, `most` in all; ascending. On large topologies considers only slots with numbers close to those of
/// the mapping.
std::vector<Slot> window_slots(const Topology& topology, const Mapping& mapping, std::size_t most);

}  // namespace topomorph::mapping
