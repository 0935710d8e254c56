// Maps several roles to a slot of a topology that is no tree.
#include "core/mapping/portfolio/shared_slots.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/mapping/portfolio/network_mapper.h"
#include "core/mapping/slots/limits.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::mapping {

namespace {

/// Puts a tree of places without distance into each slot.
topology::ComposedTopology with_places(const Topology& topology, std::uint64_t places) {
  const auto part =
      std::make_shared<TreeTopology>(TreeTopology::regular(std::array{places}, std::array{std::uint64_t{0}}));
  const std::vector<std::shared_ptr<const Topology>> parts(topology.slots(), part);
  return {borrowed(topology), parts};
}

/// Returns the least number of places, from `least` to `most`, that gives room to all pinned and confined roles.
std::uint64_t places_for_bound_roles(const Problem& problem, std::uint64_t least, std::uint64_t most) {
  const std::uint64_t slots = problem.topology.slots();
  const std::vector<Interval> allowed = allowed_slots(problem);
  if (const auto role = role_without_room(allowed, slots, most)) {
    refuse_crowding(*role, allowed[*role]);
  }
  while (least < most) {
    const std::uint64_t middle = least + (most - least) / 2;
    role_without_room(allowed, slots, middle) ? least = middle + 1 : most = middle;
  }
  return most;
}

std::uint64_t places_per_slot(const Problem& problem) {
  const Sharing& sharing = problem.options.sharing;
  const std::uint64_t roles = problem.affinity.roles(), slots = problem.topology.slots();
  const std::uint64_t least = roles / slots + (roles % slots != 0 ? 1 : 0);
  const double allowed = static_cast<double>(least) * (1 + std::min(sharing.imbalance.value_or(0), 1e6));
  const std::uint64_t usual = std::min(sharing.roles_per_slot, static_cast<std::uint64_t>(allowed));
  if (sharing.confined.empty() && problem.options.pinned.empty()) return usual;
  return places_for_bound_roles(problem, usual,
                                sharing.imbalance ? usual : std::max(usual, std::min(sharing.roles_per_slot, roles)));
}

/// Returns a place for each role on its slot, or nothing if a slot has too few.
std::optional<Mapping> places_on_slots(const Mapping& mapping, std::uint64_t places) {
  std::vector<std::uint64_t> taken(*std::max_element(mapping.begin(), mapping.end()) + 1, 0);
  Mapping result;
  for (const Slot slot : mapping) {
    if (taken[slot] == places) return std::nullopt;
    result.push_back(slot * places + taken[slot]++);
  }
  return result;
}

/// Gives pinned roles the first places of their slots.
std::vector<PinnedRole> pinned_to_places(std::vector<PinnedRole> pinned, std::uint64_t places) {
  Mapping slots;
  for (const PinnedRole& pin : pinned) slots.push_back(pin.slot);
  if (slots.empty()) return pinned;
  const auto numbers = places_on_slots(slots, places);
  if (!numbers) throw InputError(fmt::format("found more roles pinned to a slot than the {} it may take", places));
  for (std::size_t i = 0; i < pinned.size(); ++i) pinned[i].slot = (*numbers)[i];
  return pinned;
}

std::vector<ConfinedRole> confined_to_places(std::vector<ConfinedRole> confined, std::uint64_t places) {
  for (ConfinedRole& role : confined) {
    role.begin *= places;
    role.end *= places;
  }
  return confined;
}

/// Throws InputError for loads and speeds.
void check_sharing(const Problem& problem) {
  const Sharing& sharing = problem.options.sharing;
  if (!sharing.loads.empty() || !sharing.speeds.empty()) {
    const char* given = sharing.speeds.empty() ? "loads" : sharing.loads.empty() ? "speeds" : "loads and speeds";
    throw InputError(fmt::format("{} need a tree topology, found a {}", given, problem.topology.describe()));
  }
}

MapResult map_in_parts(const Problem& problem) { return {map_to_network(problem), "networks", 0}; }

}  // namespace

MapResult map_to_shared_slots(const Problem& problem) {
  check_sharing(problem);
  const std::uint64_t places = places_per_slot(problem);
  MapOptions options = problem.options;
  options.sharing = {};
  options.sharing.confined = confined_to_places(problem.options.sharing.confined, places);
  options.algorithm = "auto";
  options.launcher_order =
      options.launcher_order ? places_on_slots(*options.launcher_order, places) : std::optional<Mapping>();
  options.pinned = pinned_to_places(std::move(options.pinned), places);
  const std::optional<topology::ComposedTopology> composed =
      places > 1 ? std::optional(with_places(problem.topology, places)) : std::nullopt;
  const Topology& topology = composed ? *composed : problem.topology;
  MapResult result = options.sharing.confined.empty() ? problem.map(problem.affinity, topology, options)
                                                      : map_in_parts({problem.affinity, topology, nullptr, options,
                                                                      problem.deadline, problem.workers, problem.map});
  for (Slot& slot : result.mapping) slot /= places;
  return result;
}

}  // namespace topomorph::mapping
