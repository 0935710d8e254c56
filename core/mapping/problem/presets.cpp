// What each preset does more of: the tables of the mappers by preset and size.
#include "core/mapping/problem/presets.h"

#include <algorithm>

#include "core/mapping/problem/problem.h"
#include "core/mapping/problem/slot_selection.h"

namespace topomorph::mapping {

std::uint64_t exact_budget(Preset preset) { return preset == Preset::Best ? 30'000'000 : 300'000; }

namespace {

/// How much the search on a tree does. benchmarks/RESULTS.md has CPU seconds and costs; the log the steps that led
/// here: two cycles in fast (f78caa8), four starts refined (dd49b33), rounds of cuts (8edcc48), clusters cut anew
/// (5d19eb0).
struct TreeAmount {
  Effort effort;
  std::uint64_t groupings = 0, cuts = 1;  ///< constructions, each with other random numbers
  std::size_t refined = 1;
  int recuts = 0;
};

TreeAmount tree_amount(Preset preset, std::size_t slots) {
  const bool small = slots <= kTree.small;
  if (preset == Preset::Fast) return {.effort = small ? Effort{2, 4, 6, 1} : Effort{1, 2, 4, 0}};
  if (preset == Preset::Best && small) return {.effort = {8, 10, 12, 8}, .groupings = 1, .refined = 4};
  if (slots <= kTree.very_small) return {.effort = {3, 6, 8, 5}, .cuts = 6, .refined = 4};
  if (small) return {.effort = {3, 6, 8, 5}, .refined = 2, .recuts = slots <= kTree.moderate ? 3 : 1};
  return {.effort = slots > kTree.many ? Effort{1, 4, 6, 0} : Effort{2, 4, 8, 2}};
}

}  // namespace

SearchPlan tree_plan(Preset preset, std::size_t slots, bool is_regular) {
  TreeAmount amount = tree_amount(preset, slots);
  const bool tries_more = !is_regular && preset != Preset::Fast && slots <= kTree.small;
  if (tries_more) amount.cuts = std::max(amount.cuts, kTree.cuts_if_irregular);
  SearchPlan plan;
  if (slots <= kTree.exact_slots) plan.starts.push_back({"exact"});
  plan.starts.insert(plan.starts.end(), {{"lattice-tiling"},
                                         {"identity"},
                                         {"launcher"},
                                         {"eagermap-on-tree"},
                                         {"quick-multisection"},
                                         {"multisection", amount.cuts},
                                         {"group-tiling"}});
  if (preset == Preset::Best) plan.starts.push_back({"scotch-on-tree", 1, tries_more});
  if (amount.groupings > 0) plan.starts.push_back({"grouping", amount.groupings});
  plan.refiners = {"group-swaps"};
  if (amount.recuts > 0) plan.refiners.push_back("recut");
  if (amount.recuts > 0 && slots <= kTree.moderate) plan.refiners.push_back("perturbation");
  if (preset == Preset::Best) plan.refiners.push_back("evolution");
  plan.promising = kTree.promising;
  plan.refined = amount.refined;
  plan.effort = amount.effort;
  plan.recuts = amount.recuts;
  return plan;
}

SearchPlan tiling_plan() {
  SearchPlan plan;
  plan.starts = {{"lattice-tiling"}, {"identity"}};
  plan.refiners = {"group-swaps"};
  return plan;
}

namespace {

/// Returns how many rounds of annealings do not look at more edges than this.
std::size_t rounds_within(double edges, const SearchPlan& plan) {
  std::size_t rounds = 0;
  auto of_round = static_cast<double>(plan.annealings * plan.work);
  for (; edges >= of_round; of_round *= kNetwork.growth, ++rounds) edges -= of_round;
  return rounds;
}

/// benchmarks/mapping/NETWORKS.md has costs and times of these budgets. Few roles get less annealing, because the tabu
/// search goes on from there; with free slots more, because a window of the tabu search does not hold all slots.
void set_annealing(const MapOptions& options, const NetworkFacts& facts, SearchPlan& plan) {
  const bool few = facts.roles <= kQap.most_roles, has_choice = facts.roles < facts.slots;
  if (options.preset == Preset::Fast) {
    plan.annealings = few ? 0 : 1;
    plan.work = std::min<std::uint64_t>(8'000'000, 1000 * facts.edges);
  } else if (options.preset == Preset::Default) {
    // Of many roles more than two annealings gain a thousandth and double the time (fe1478c); of few roles with many
    // edges one keeps the whole below 0.2 s (7de25b5).
    const bool is_dense = few && !has_choice && facts.edges > kNetwork.dense_edges;
    plan.annealings = is_dense ? 1 : few ? 4 : 2;
    const std::uint64_t most = few ? (has_choice ? 20'000'000 : 4'000'000) : 40'000'000;
    plan.work = std::min<std::uint64_t>(most, (few ? 50'000 : 20'000) * facts.edges);
  } else {
    plan.annealings = kNetwork.annealings_of_round;
    plan.work = kNetwork.first_work;
    const double seconds = std::min(seconds_of_best(options), 1e6) * (few ? 0.1 : 1);
    plan.rounds = rounds_within(seconds * static_cast<double>(kNetwork.work_per_second), plan);
    if (facts.slots <= kQap.few_vertices) plan.rounds_without_gain = kNetwork.rounds_without_gain;
  }
}

Effort effort_on_network(Preset preset, bool small) {
  if (preset == Preset::Fast) return small ? Effort{2, 4, 6} : Effort{1, 2, 4};
  if (preset == Preset::Default) return small ? Effort{3, 6, 8} : Effort{1, 4, 6};
  return small ? Effort{8, 10, 12} : Effort{2, 6, 8};
}

/// Baselines that take milliseconds: the start determines the local optimum. Preset fast has no time to repair bad
/// starts of many roles (7c2f9cc). A descent from each start of many edges takes long (b679a7f).
void add_baselines(Preset preset, const NetworkFacts& facts, std::vector<Start>& starts) {
  const bool few = facts.roles <= kQap.most_roles, uses_scotch = preset != Preset::Fast;
  if (facts.roles <= kNetwork.small && (few || uses_scotch)) {
    starts.insert(starts.end(), {{"rcm"}, {"rgeob"}});
    if (few || facts.has_machines) starts.push_back({"pacmap"});
    const bool is_quick = few && facts.edges <= kNetwork.dense_edges;
    if (is_quick) starts.push_back({"eagermap"});
    if (is_quick && uses_scotch) starts.push_back({"topomatch-constrained"});
  }
  if (facts.has_machines) starts.push_back({"machines-first"});
  const bool is_dense = facts.edges > kNetwork.dense_degree * facts.roles;
  if (uses_scotch) starts.push_back({"scotch", facts.roles > kNetwork.moderate && !is_dense ? 2U : 1U});
  if (uses_scotch && facts.has_machines && facts.roles <= kNetwork.moderate) starts.push_back({"netloc-table"});
}

}  // namespace

SearchPlan network_plan(const MapOptions& options, const NetworkFacts& facts) {
  const bool few = facts.roles <= kQap.most_roles, small = facts.roles <= kNetwork.small;
  SearchPlan plan;
  plan.starts = {{"identity"}, {"launcher"}, {"grid-embedding"}, {"dual-bisection"}, {"dual-bisection-compact"}};
  if (!options.pinned.empty() || !options.sharing.confined.empty()) plan.starts.push_back({"unbound"});
  add_baselines(options.preset, facts, plan.starts);
  plan.refiners = {"descent", "annealing"};
  // Few roles keep all starts: a descent from each takes next to nothing.
  if (!few) {
    const bool strict = facts.roles > kNetwork.moderate || options.preset == Preset::Fast;
    plan.promising = strict ? kNetwork.promising : kNetwork.promising_of_small;
  }
  plan.effort = effort_on_network(options.preset, small);
  set_annealing(options, facts, plan);
  return plan;
}

namespace {

bool holds_all(const std::vector<Slot>& ascending, const Mapping& mapping) {
  return std::all_of(mapping.begin(), mapping.end(),
                     [&](Slot slot) { return std::binary_search(ascending.begin(), ascending.end(), slot); });
}

std::vector<Slot> slots_of_room(Room::Kind kind, const std::vector<Slot>& all, std::uint64_t roles,
                                const std::vector<Slot>& pinned) {
  if (kind == Room::Kind::Whole) return all;
  if (kind == Room::Kind::Even) return thinned(all, roles, pinned);
  return thinned(all, static_cast<std::uint64_t>(kTree.thinned * static_cast<double>(all.size())), pinned);
}

}  // namespace

std::vector<SlotChoice> rooms_of(const Problem& problem) {
  if (problem.roles() > kTree.most_with_room) return {};  // before lists of all their slots
  const auto pinned = problem.pinned_slots();
  const auto& order = problem.options.launcher_order;
  const bool is_best = problem.options.preset == Preset::Best;
  const auto roles = static_cast<double>(problem.roles());
  const auto slots_for = [&](double wanted) {
    const auto count = static_cast<std::uint64_t>(wanted);
    return choose_slots(*problem.tree, std::clamp(count, problem.roles(), problem.slots()), pinned);
  };
  const auto few = slots_for(roles);
  std::vector<SlotChoice> rooms;
  if (is_best && (!order || holds_all(few, *order))) return rooms;
  for (const Room room : kTree.rooms) {
    const auto all = slots_for(room.slots_per_role * roles);
    const bool is_even = room.kind == Room::Kind::Even;
    if (all.size() > kTree.most_with_room || (all.size() <= few.size() && room.slots_per_role > 1)) continue;
    auto slots = slots_of_room(room.kind, all, problem.roles(), pinned);
    const bool is_wanted = !is_best || (!is_even && holds_all(slots, *order));
    if (slots.size() >= problem.roles() && is_wanted) rooms.push_back({room.kind, std::move(slots)});
    if (!is_even && !rooms.empty() && problem.options.preset != Preset::Default) break;
  }
  return rooms;
}

/// Full trees without pins have a symmetry that the mapper for trees lives by; pins and free slots break it, and then a
/// search that looks at few roles all together finds more (978aedf). Annealing of full trees takes 8 ms (f1863cc): not
/// in preset fast.
PortfolioPlan portfolio_plan(const Problem& problem, const AlgorithmFacts& chosen) {
  const MapOptions& options = problem.options;
  const bool is_auto = options.algorithm == "auto", on_tree = problem.tree != nullptr;
  const bool is_few = is_auto && on_tree && problem.has_few_roles(), has_choice = problem.has_free_slots();
  const bool is_bound = !options.pinned.empty(), is_fast = options.preset == Preset::Fast;
  const bool is_best = options.preset == Preset::Best;
  const bool may_move = on_tree && has_choice && !chosen.verbatim;
  PortfolioPlan plan;
  if (may_move && chosen.chooses_slots) plan.rooms = rooms_of(problem);
  const auto add = [&](std::string_view step, bool if_this) {
    if (if_this) plan.steps.push_back({step});
  };
  if (!chosen.verbatim) plan.steps.push_back({"known-orders", true});
  add("known-grid", is_auto && on_tree && options.grid);
  // Among equals the mapping counts that came first, on few hosts. Preset best has one already, and not much time.
  const bool room_first = is_best && !plan.rooms.empty();
  add("room", room_first);
  plan.steps.push_back({"chosen", !room_first});
  add("room", !room_first && !plan.rooms.empty());
  add("free-slots", may_move);
  add("annealing-of-few", is_few && (has_choice || !is_fast));
  add("networks-if-rugged", is_few && !has_choice && is_best);
  const bool takes_networks = has_choice && !is_fast && !is_bound;  // they end with a tabu search
  add("tabu", is_few && (has_choice || is_bound) && (is_best || !takes_networks));
  add("networks", is_few && takes_networks);
  return plan;
}

std::uint64_t tries_of_default(const Problem& problem) {
  if (!problem.has_few_roles() || !problem.has_free_slots()) return 1;
  const double tries = seconds_of_best(problem.options) / kPortfolio.seconds_per_try_of_default;
  return 1 + static_cast<std::uint64_t>(std::clamp(tries, 0.0, kPortfolio.most_tries_of_default));
}

CapacitatedPlan capacitated_plan(Preset preset) {
  if (preset == Preset::Fast) return {{1, 3, 4}, {1, 2, 3}, 1, 100, 1, 0.5};
  if (preset == Preset::Best) return {{4, 8, 8}, {3, 6, 8}, 8, 400, 8, 3};
  return {};  // 1.000 of the best known in 4.7 s, gmap -cq 1.154 in 2.4 s: benchmarks/RESULTS.md, geometric_131072
}

// benchmarks/mapping/QAPLIB.md: distance to the best known costs with these times.
double seconds_of_tabu_search(const MapOptions& options) {
  if (options.preset == Preset::Fast) return 0.012;
  if (options.preset == Preset::Default) return 0.1;
  return kQap.share_of_limit * seconds_of_best(options);
}

ReliefPlan relief_plan(Preset preset) {
  if (preset == Preset::Fast) return {1, 4'000'000};
  return preset == Preset::Default ? ReliefPlan{1, 160'000'000} : ReliefPlan{5, 300'000'000};
}

std::uint64_t work_of_remapping(Preset preset, std::size_t edges) {
  const std::uint64_t most = preset == Preset::Fast ? 2'000'000 : preset == Preset::Default ? 20'000'000 : 400'000'000;
  const std::uint64_t per_edge = preset == Preset::Fast ? 400 : preset == Preset::Default ? 2'000 : 20'000;
  constexpr std::uint64_t kLeast = 1'000'000;  // an annealing cools in steps; few of them find nothing
  return std::clamp<std::uint64_t>(per_edge * edges, kLeast, most);
}

}  // namespace topomorph::mapping
