// Maps as if no role were bound to slots, and moves the whole mapping so that bound roles are where they must be.
#include "core/mapping/starts/unbound.h"

#include <algorithm>

#include "core/mapping/problem/parameters.h"
#include "core/mapping/slots/limits.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::mapping {
namespace {

using topology::ComposedTopology;
using topology::GridTopology;

std::vector<Role> bound_roles(const MapOptions& options) {
  std::vector<Role> bound;
  for (const PinnedRole& pin : options.pinned) bound.push_back(pin.role);
  for (const ConfinedRole& part : options.sharing.confined) bound.push_back(part.role);
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

/// Returns where the symmetry of the topology that brings `from` to `to`, or near it, brings the slot.
Slot shifted(const Topology& topology, Slot slot, Slot from, Slot to) {
  return topology::visit_shape(
      topology, [&](const GridTopology& grid) { return shifted_in_grid(grid, slot, from, to); },
      [&](const ComposedTopology& both) {
        if (!both.has_one_part()) return slot;
        const std::size_t place = both.place_of(slot);
        const Slot there = shifted(both.network(), place, both.place_of(from), both.place_of(to));
        return both.begin()[there] + (slot - both.begin()[place]);
      },
      [&](const topology::AnyOf<TreeTopology, topology::RestrictedTopology, topology::NetworkTopology> auto&) {
        return slot;
      });
}

}  // namespace

std::optional<Mapping> map_unbound(const Problem& problem) {
  const std::vector<Role> bound = bound_roles(problem.options);
  if (bound.empty()) return std::nullopt;
  const std::vector<Interval> allowed = allowed_slots(problem);
  const auto count_in_place = [&](const Mapping& mapping) {
    return std::count_if(bound.begin(), bound.end(), [&](Role role) { return allowed[role].holds(mapping[role]); });
  };
  const Mapping free = problem.map(problem.affinity, problem.topology, options_within(problem)).mapping;
  Mapping best = free;
  const auto all = static_cast<std::ptrdiff_t>(bound.size());
  std::ptrdiff_t most = count_in_place(best);
  for (std::size_t i = 0; i < std::min(bound.size(), kUnbound.anchors) && most < all; ++i) {
    Mapping moved = free;
    for (Slot& slot : moved) slot = shifted(problem.topology, slot, free[bound[i]], allowed[bound[i]].begin);
    const std::ptrdiff_t there = count_in_place(moved);
    if (there > most) most = there, best = std::move(moved);
  }
  return best;
}

}  // namespace topomorph::mapping
