// TopoMatch, as published [Jeannot 2022]: TreeMatch on trees, Scotch on all other topologies, constraints.
#include "core/mapping/baselines/topomatch.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/successive.h"
#include "core/mapping/baselines/topomatch_tree.h"
#include "core/mapping/problem/presets.h"
#include "core/mapping/problem/slot_selection.h"
#include "core/mapping/starts/scotch_mapper.h"

namespace topomorph::mapping {

namespace {

/// Returns how many roles a slot must take at least.
std::uint64_t least_places(const Problem& problem) {
  const std::uint64_t roles = problem.affinity.roles(), slots = problem.topology.slots();
  return (roles + slots - 1) / slots;
}

/// Returns the places below each slot of a tree: as many as the user says, whether or not roles need them (section
/// 4.5), so that roles with much traffic share a slot.
std::uint64_t places_below_slots(const Problem& problem) {
  const std::uint64_t allowed = problem.options.sharing.roles_per_slot;
  return allowed == Sharing::kAnyNumber ? least_places(problem) : std::min(allowed, problem.affinity.roles());
}

Mapping to_mapping(std::span<const Vertex> order, std::uint64_t roles, std::uint64_t places) {
  Mapping mapping(roles);
  for (std::size_t place = 0; place < order.size(); ++place) {
    if (order[place] != kNoVertex) mapping[order[place]] = place / places;
  }
  return mapping;
}

/// Returns the tree of the places that are used: of several on a slot the first ones, otherwise the given slots.
TreeTopology places_in_use(const TreeTopology& tree, std::span<const Slot> slots, std::uint64_t roles,
                           std::uint64_t places) {
  if (places == 1) return tree.restricted_to(slots);
  return tree.restricted_to(successive<Slot>((roles + places - 1) / places))
      .with_places(places)
      .restricted_to(successive<Slot>(roles));
}

Mapping from_the_top(const Problem& problem, TopoMatchContext& context) {
  const std::uint64_t places = places_below_slots(problem), roles = problem.affinity.roles();
  std::vector<Slot> slots = places > 1 ? successive<Slot>(roles) : slots_for_scotch(problem);
  slots.resize(roles);  // there may be pinned ones elsewhere, which the caller sees to
  const TreeTopology used = places_in_use(*problem.tree, slots, roles, places);
  Mapping mapping = to_mapping(topomatch_top_down(graph_of_roles(problem, kLargestSum), used, context), roles, 1);
  for (Slot& slot : mapping) slot = slots[slot] / places;
  return mapping;
}

Mapping by_tree(const Problem& problem, TopoMatchContext& context) {
  std::vector<std::uint64_t> arities = regular_arities(*problem.tree);
  if (arities.empty()) return from_the_top(problem, context);
  const std::uint64_t places = places_below_slots(problem);
  arities.insert(arities.begin(), places);
  const auto order = topomatch_bottom_up(graph_of_roles(problem, kLargestSum), arities, context);
  return to_mapping(order, problem.affinity.roles(), places);
}

std::optional<Mapping> by_scotch(const Problem& problem, std::vector<Slot> slots, std::string& why) {
  const MapOptions& options = problem.options;
  if (problem.affinity.roles() == 1) return Mapping{slots.front()};  // Scotch needs two roles
  return map_with_scotch(problem,
                         {.slots = std::move(slots),
                          .strategy = options.of_scotch.strategy.empty() ? "balance" : options.of_scotch.strategy,
                          .sparse_factor = options.of_scotch.sparse_factor.value_or(kScotch.sparse_factor),
                          .roles_per_slot = std::min(problem.options.sharing.roles_per_slot, least_places(problem))},
                         &why);
}

Mapping found_or_throw(std::optional<Mapping> mapping, const std::string& why) {
  if (!mapping) throw InputError(fmt::format("the algorithm \"topomatch\" failed: {}", why));
  return *std::move(mapping);
}

/// Returns all slots; if there are more than Scotch takes, a compact region with as many slots as roles.
std::vector<Slot> slots_of_algorithm_2(const Problem& problem) {
  const Topology& topology = problem.topology;
  if (topology.slots() <= max_scotch_slots(topology)) return successive<Slot>(topology.slots());
  const std::uint64_t needed = std::min(problem.affinity.roles(), topology.slots());
  return compact_region(topology, needed, needed, {});
}

constexpr TopoMatchOptions kPublished, kGreedy{.partitioner = TopoMatchOptions::Partitioner::Greedy};
/// As a start of "auto", which looks at other partitions too.
constexpr TopoMatchOptions kQuick{.partitioner = TopoMatchOptions::Partitioner::Greedy, .trials = 3};

TopoMatchContext context_of(const Problem& problem, const TopoMatchOptions& defaults) {
  TopoMatchContext context{parse_topomatch_options(problem.parameter, defaults), Random(problem.options.seed),
                           problem.deadline};
  if (problem.tree == nullptr && context.options.method == TopoMatchOptions::Method::Tree) {
    throw InputError(fmt::format("the algorithm \"{}\" needs a tree topology", problem.options.algorithm));
  }
  return context;
}

bool asks_scotch(const Problem& problem, const TopoMatchContext& context) {
  return problem.tree == nullptr || context.options.method == TopoMatchOptions::Method::Scotch;
}

Mapping unconstrained(const Problem& problem, const TopoMatchOptions& defaults) {
  TopoMatchContext context = context_of(problem, defaults);
  if (!asks_scotch(problem, context)) return by_tree(problem, context);
  std::string why;
  auto mapping = by_scotch(problem, slots_of_algorithm_2(problem), why);
  return found_or_throw(std::move(mapping), why);
}

std::optional<Mapping> constrained(const Problem& problem, const TopoMatchOptions& defaults, std::string& why) {
  TopoMatchContext context = context_of(problem, defaults);
  if (!asks_scotch(problem, context)) return from_the_top(problem, context);
  const bool is_shared = problem.affinity.roles() > problem.topology.slots();
  return by_scotch(problem, is_shared ? successive<Slot>(problem.topology.slots()) : slots_for_scotch(problem), why);
}

}  // namespace

Mapping map_topomatch(const Problem& problem) { return unconstrained(problem, kPublished); }

Mapping map_treematch(const Problem& problem) { return unconstrained(problem, kGreedy); }

std::optional<Mapping> try_topomatch_constrained(const Problem& problem) {
  std::string why;
  return constrained(problem, kQuick, why);
}

Mapping map_topomatch_constrained(const Problem& problem) {
  std::string why;
  auto mapping = constrained(problem, kPublished, why);
  return found_or_throw(std::move(mapping), why);
}

}  // namespace topomorph::mapping
