// Maps as if no role were bound to slots, and moves the whole mapping so that bound roles are where they must be.
#include "core/mapping/network/unbound.h"

#include <algorithm>

#include "core/mapping/map.h"
#include "core/mapping/presets.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::mapping {
namespace {

using topology::ComposedTopology;
using topology::GridTopology;

/// A role, and the slots that it must be on.
struct BoundRole {
  Role role = 0;
  Slot begin = 0, end = 0;
};

std::vector<BoundRole> bound_roles(const MapOptions& options) {
  std::vector<BoundRole> bound;
  for (const PinnedRole& pin : options.pinned) bound.push_back({pin.role, pin.slot, pin.slot + 1});
  for (const ConfinedRole& part : options.sharing.confined) bound.push_back({part.role, part.begin, part.end});
  return bound;
}

Slot shifted(const Topology& topology, Slot slot, Slot from, Slot to);

Slot shifted_in_grid(const GridTopology& grid, Slot slot, Slot from, Slot to) {
  Slot result = 0;
  for (std::size_t d = 0; d < grid.dimensions().size(); ++d) {
    const topology::GridDimension& dimension = grid.dimensions()[d];
    const bool is_ring = dimension.wraps || dimension.size <= 2;
    const std::uint64_t by = is_ring ? grid.coordinate(to, d) + dimension.size - grid.coordinate(from, d) : 0;
    result += (grid.coordinate(slot, d) + by) % dimension.size * grid.stride(d);
  }
  return result;
}

/// Returns whether all places have the same slots: then their contents can change places.
bool are_alike(const ComposedTopology& composed) {
  const auto parts = composed.parts();
  return std::all_of(parts.begin(), parts.end(), [&](const auto& part) { return part == parts[0]; });
}

/// Returns where the symmetry of the topology that brings `from` to `to`, or near it, brings the slot.
Slot shifted(const Topology& topology, Slot slot, Slot from, Slot to) {
  return topology::visit_shape(
      topology, [&](const GridTopology& grid) { return shifted_in_grid(grid, slot, from, to); },
      [&](const ComposedTopology& both) {
        if (!are_alike(both)) return slot;
        const std::size_t place = both.place_of(slot);
        const Slot there = shifted(both.network(), place, both.place_of(from), both.place_of(to));
        return both.begin()[there] + (slot - both.begin()[place]);
      },
      [&](const topology::AnyOf<TreeTopology, topology::RestrictedTopology, topology::NetworkTopology> auto&) {
        return slot;
      });
}

std::size_t roles_in_place(const std::vector<BoundRole>& bound, const Mapping& mapping) {
  return static_cast<std::size_t>(std::count_if(bound.begin(), bound.end(), [&](const BoundRole& role) {
    return role.begin <= mapping[role.role] && mapping[role.role] < role.end;
  }));
}

}  // namespace

std::optional<Mapping> map_unbound(const Problem& problem) {
  const std::vector<BoundRole> bound = bound_roles(problem.options);
  if (bound.empty()) return std::nullopt;
  const Mapping free = map(problem.affinity, problem.topology, options_within(problem)).mapping;
  Mapping best = free;
  std::size_t most = roles_in_place(bound, best);
  for (std::size_t i = 0; i < std::min(bound.size(), kUnbound.anchors) && most < bound.size(); ++i) {
    Mapping moved = free;
    for (Slot& slot : moved) slot = shifted(problem.topology, slot, free[bound[i].role], bound[i].begin);
    const std::size_t there = roles_in_place(bound, moved);
    if (there > most) most = there, best = std::move(moved);
  }
  return best;
}

}  // namespace topomorph::mapping
