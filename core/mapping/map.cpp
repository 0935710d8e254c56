// The one entry to all mapping algorithms: checks, runs, compares, checks again.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/mapping/capacitated/block_mapper.h"
#include "core/mapping/capacitated/shared_slots.h"
#include "core/mapping/network/annealed_window.h"
#include "core/mapping/network/network_mapper.h"
#include "core/mapping/presets.h"
#include "core/mapping/qap/tabu_mapper.h"
#include "core/mapping/registry.h"
#include "core/mapping/tree/compact_slots.h"
#include "core/mapping/tree/tree_mapper.h"
#include "core/model/groups.h"

namespace topomorph::mapping {

namespace {

constexpr std::string_view kAuto = "auto";
constexpr std::string_view kBlocks = "blocks";  // what "auto" is with limits

const RegisteredAlgorithm& choose(const std::string& name, bool tree) {
  if (name == kAuto) return *registered_algorithm(tree ? "multisection" : "networks");
  if (const RegisteredAlgorithm* entry = registered_algorithm(name)) {
    if (entry->needs_tree && !tree) throw InputError("the algorithm \"" + name + "\" needs a tree topology");
    return *entry;
  }
  std::string names(kAuto);
  for (const RegisteredAlgorithm& entry : registered_algorithms()) names += ", " + entry.about.name;
  throw InputError("unknown mapping algorithm \"" + name + "\", expected one of " + names);
}

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

std::optional<double> time_limit_of(const MapOptions& options) {
  return options.preset == Preset::Best ? seconds_of_best(options) : options.time_limit;
}

Cost cost_of(const Affinity& affinity, const Topology& topology, const Mapping& mapping, Weight weight) {
  Cost cost = 0;
  for (Role source = 0; source < affinity.roles(); ++source) {
    for (const AffinityEntry& entry : affinity.row(source)) {
      const std::uint64_t volume = weight == Weight::Bytes ? entry.bytes : entry.messages;
      cost += Cost{volume} * topology.distance(mapping[source], mapping[entry.destination]);
    }
  }
  return cost;
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

namespace {

/// What the limits want comes first: orders that break them are no candidates.
MapResult map_shared(const MapProblem& problem) {
  const std::string& name = problem.options.algorithm;
  const Sharing& sharing = problem.options.sharing;
  const bool by_limits = name == kAuto || name == kBlocks;
  const RegisteredAlgorithm* chosen = by_limits ? nullptr : &choose(name, problem.tree != nullptr);
  if (problem.tree == nullptr && (name == kAuto || name == "networks")) {
    MapResult result = map_to_shared_slots(problem);
    check_mapping(result.mapping, problem.affinity.roles(), problem.topology.slots(), sharing.roles_per_slot);
    result.cost = cost_of(problem.affinity, problem.topology, result.mapping, problem.options.weight);
    return result;
  }
  if (by_limits && problem.tree == nullptr) throw InputError("the algorithm \"blocks\" needs a tree topology");
  if (chosen != nullptr && !(chosen->shares && sharing.speeds.empty() && sharing.confined.empty())) {
    throw InputError(fmt::format("the algorithm \"{}\" {}", name,
                                 chosen->shares ? "knows no speeds, and no parts of the machine"
                                                : "puts one role on each slot, wherever it likes"));
  }
  MapResult result{by_limits ? map_within_limits(problem) : chosen->run(problem),
                   by_limits ? std::string(kBlocks) : chosen->about.name, 0};
  if (!by_limits) put_pinned(problem.options.pinned, result.mapping);
  check_mapping(result.mapping, problem.affinity.roles(), problem.topology.slots(),
                problem.options.sharing.roles_per_slot);
  result.cost = cost_of(problem.affinity, problem.topology, result.mapping, problem.options.weight);
  return result;
}

/// The cheapest first, each once.
std::vector<Mapping> starts_of(std::vector<MapResult> found) {
  std::stable_sort(found.begin(), found.end(), [](const MapResult& a, const MapResult& b) { return a.cost < b.cost; });
  std::vector<Mapping> starts;
  for (MapResult& result : found) {
    const bool known = std::find(starts.begin(), starts.end(), result.mapping) != starts.end();
    if (!known) starts.push_back(std::move(result.mapping));
  }
  return starts;
}

/// Few roles on a tree; in a hurry only those that leave slots free.
bool wants_annealing(const MapProblem& problem) {
  const MapOptions& options = problem.options;
  const bool hurry = options.preset == Preset::Fast && problem.affinity.roles() == problem.topology.slots();
  return options.algorithm == kAuto && problem.tree != nullptr && suits_tabu_search(problem) && !hurry;
}

/// Pins and free slots break the symmetry that the mapper for trees lives by: few roles are then looked at all
/// together.
bool wants_tabu_search(const MapProblem& problem) {
  const MapOptions& options = problem.options;
  if (options.algorithm != kAuto || problem.tree == nullptr || !suits_tabu_search(problem)) return false;
  const bool is_uneven = !options.pinned.empty() || problem.affinity.roles() < problem.topology.slots();
  return is_uneven && !problem.deadline.passed();
}

/// All but the last step of map().
MapResult map_once(const MapProblem& problem) {
  const MapOptions& options = problem.options;
  if (!options.sharing.is_plain()) return map_shared(problem);
  const Affinity& affinity = problem.affinity;
  const Topology& topology = problem.topology;
  const TreeTopology* tree = problem.tree;
  const RegisteredAlgorithm& chosen = choose(options.algorithm, tree != nullptr);

  MapResult best;
  const bool few = wants_annealing(problem);
  std::vector<MapResult> found;  // where few: all of them
  const auto consider = [&](Mapping mapping, const std::string& name) {
    put_pinned(options.pinned, mapping);
    const Cost cost = cost_of(affinity, topology, mapping, options.weight);
    if (few) found.push_back({mapping, name, cost});
    if (best.algorithm.empty() || cost < best.cost) best = {std::move(mapping), name, cost};
  };
  if (!chosen.as_asked || options.algorithm == kAuto) {
    if (options.launcher_order) consider(*options.launcher_order, "launcher");
    consider(registered_algorithm("identity")->run(problem), "identity");
  }
  for (const RegisteredAlgorithm& entry : registered_algorithms()) {
    const bool extra = options.algorithm == kAuto && entry.needs_grid && options.grid && tree != nullptr;
    if (extra && !problem.deadline.passed()) consider(entry.run(problem), entry.about.name);
  }
  consider(chosen.run(problem), chosen.about.name);
  const bool has_choice = tree != nullptr && affinity.roles() < topology.slots() && !chosen.as_asked;
  const bool compact =
      has_choice && chosen.run == map_to_tree && options.pinned.empty() && affinity.roles() <= kPortfolio.compact_roles;
  if (compact && !problem.deadline.passed()) consider(map_to_compact_slots(problem), chosen.about.name);
  if (has_choice && !problem.deadline.passed()) consider(use_free_slots(problem, best.mapping), "free slots");
  if (few && best.cost > 0 && !problem.deadline.passed()) {
    const Cost before = best.cost;
    consider(improve_by_annealing(problem, starts_of(found)), "annealing");
    // Where the mapper for trees left something there are many valleys: those that start from elsewhere find others.
    const bool is_rugged = best.cost < before && affinity.roles() == topology.slots();
    if (is_rugged && !problem.deadline.passed()) consider(map_to_network(problem), "networks");
  }
  if (wants_tabu_search(problem) && best.cost > 0) {
    if (found.empty()) found.push_back(best);
    consider(improve_by_tabu_search(problem, starts_of(std::move(found))), "tabu");
  }
  check_mapping(best.mapping, affinity.roles(), topology.slots());
  return best;
}

/// How often the preset best asks the preset default: where few roles choose among many slots, it is chance which
/// valley each of its searches ends in.
std::uint64_t tries_of_default(const MapProblem& problem) {
  if (!suits_tabu_search(problem) || problem.affinity.roles() >= problem.topology.slots()) return 1;
  const double seconds = seconds_of_best(problem.options);
  return 1 + static_cast<std::uint64_t>(
                 std::clamp(seconds / kPortfolio.seconds_per_try_of_default, 0.0, kPortfolio.most_tries_of_default));
}

/// The first try is what the preset default gives with these options.
MapResult map_by_default(const MapProblem& problem) {
  MapOptions options = problem.options;
  options.preset = Preset::Default;
  MapResult best = map_once({problem.affinity, problem.topology, problem.tree, options, Deadline(options.time_limit)});
  for (std::uint64_t i = 1; i < tries_of_default(problem) && !problem.deadline.passed(); ++i) {
    options.seed = problem.options.seed + i * kPortfolio.seed_stride;
    MapResult next = map_once({problem.affinity, problem.topology, problem.tree, options, problem.deadline});
    if (next.cost < best.cost) best = std::move(next);
  }
  return best;
}

}  // namespace

bool goes_beyond_default(const MapOptions& options) {
  const RegisteredAlgorithm* named = registered_algorithm(options.algorithm);
  return options.preset == Preset::Best && (named == nullptr || !named->as_asked);
}

/// The preset best begins with what the preset default finds, and so is never worse. That takes the time it takes,
/// unless the user has set a limit.
MapResult map(const Affinity& affinity, const Topology& topology, const MapOptions& options) {
  if (!affinity.groups().empty()) return map(pattern_of(affinity), topology, options);
  check_problem(affinity, topology, options);
  const auto* tree = dynamic_cast<const TreeTopology*>(&topology);
  const MapProblem problem{affinity, topology, tree, options, Deadline(time_limit_of(options))};
  if (!goes_beyond_default(options)) return map_once(problem);
  MapResult first = map_by_default(problem);
  if (first.cost == 0 || problem.deadline.passed()) return first;
  MapOptions from_there = options;
  from_there.launcher_order = first.mapping;
  MapResult second = map_once({affinity, topology, tree, from_there, problem.deadline});
  return second.cost < first.cost ? second : first;
}

}  // namespace topomorph::mapping
