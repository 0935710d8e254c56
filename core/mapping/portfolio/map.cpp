// The one entry to all mapping algorithms: checks the problem, runs the portfolio, checks the result.
#include "core/mapping/portfolio/map.h"

#include <set>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/mapping/portfolio/portfolio.h"
#include "core/mapping/portfolio/registry.h"
#include "core/mapping/slots/tree_symmetries.h"
#include "core/model/groups.h"

namespace topomorph::mapping {

namespace {

void check_room(std::uint64_t roles, std::uint64_t slots, const Sharing& sharing) {
  const std::uint64_t places = sharing.roles_per_slot;
  if (places == 0) throw InputError("found room for 0 roles on a slot, expected 1 or more");
  if (sharing.imbalance && !(*sharing.imbalance >= 0)) {
    throw InputError(fmt::format("found an imbalance of {}, expected 0 or more", *sharing.imbalance));
  }
  if (roles / places + (roles % places != 0 ? 1 : 0) <= slots) return;
  throw InputError(places == 1
                       ? fmt::format("found {} roles for {} slots, expected at most one role per slot", roles, slots)
                       : fmt::format("found {} roles for {} slots, expected at most {} on each", roles, slots, places));
}

void check_problem(const Affinity& affinity, const Topology& topology, const MapOptions& options) {
  const std::uint64_t roles = affinity.roles(), slots = topology.slots();
  if (roles == 0) throw InputError("found an affinity without roles, expected at least one");
  check_room(roles, slots, options.sharing);
  if (options.grid && static_cast<std::uint64_t>(options.grid->cells()) != roles) {
    throw InputError(
        fmt::format("found a grid of {} cells for {} roles, expected one for each", options.grid->cells(), roles));
  }
  const std::uint64_t places = options.sharing.roles_per_slot;
  if (options.launcher_order) check_mapping(*options.launcher_order, roles, slots, places);
  std::set<Role> pinned_roles;
  std::set<Slot> pinned_slots;
  for (const PinnedRole& pin : options.pinned) {
    if (pin.role >= roles || pin.slot >= slots) {
      throw InputError(fmt::format("found role {} pinned to slot {}, expected a role below {} and a slot below {}",
                                   pin.role, pin.slot, roles, slots));
    }
    if (!pinned_roles.insert(pin.role).second || (!pinned_slots.insert(pin.slot).second && places == 1)) {
      throw InputError(fmt::format("found role {} or slot {} pinned twice, expected each once", pin.role, pin.slot));
    }
  }
}

/// A pin that costs nothing takes away what full trees without pins allow, and calls for searches that others need
/// (portfolio_plan()): the mapping is found without it, and turned.
MapResult map_checked(const Affinity& affinity, const Topology& topology, const MapOptions& options) {
  const TreeTopology* tree = as_tree(topology);
  const auto pin = free_pin(tree, options);
  if (!pin) return run_portfolio(affinity, topology, options, map);
  MapOptions without_pin = options;
  without_pin.pinned.clear();
  MapResult result = run_portfolio(affinity, topology, without_pin, map);
  turn_to(*tree, *pin, result.mapping);
  return result;
}

}  // namespace

std::span<const Algorithm> algorithms() {
  static const std::vector<Algorithm> list = [] {
    std::vector<Algorithm> result;
    for (const RegisteredAlgorithm& entry : registered_algorithms()) result.push_back(entry.about);
    return result;
  }();
  return list;
}

MapResult map(const Affinity& affinity, const Topology& topology, const MapOptions& options) {
  if (!affinity.groups().empty()) return map(mapping_pairs(affinity), topology, options);
  check_problem(affinity, topology, options);
  MapResult result = map_checked(affinity, topology, options);
  check_mapping(result.mapping, affinity.roles(), topology.slots(), options.sharing.roles_per_slot);
  return result;
}

}  // namespace topomorph::mapping
