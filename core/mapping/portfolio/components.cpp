// The table of constructions and refinements. A new one is a function and a row here, and a name in a plan of
// presets.cpp.
#include "core/mapping/portfolio/components.h"

#include "core/mapping/baselines/eagermap.h"
#include "core/mapping/baselines/geometric_bisection.h"
#include "core/mapping/baselines/netloc_deco.h"
#include "core/mapping/baselines/pacmap.h"
#include "core/mapping/baselines/recursive_bisection.h"
#include "core/mapping/baselines/reverse_cuthill_mckee.h"
#include "core/mapping/baselines/topomatch.h"
#include "core/mapping/grids/group_grid.h"
#include "core/mapping/grids/lattice_tilings.h"
#include "core/mapping/portfolio/capacitated_mapper.h"
#include "core/mapping/search/candidate.h"
#include "core/mapping/search/exact.h"
#include "core/mapping/search/network_refiner.h"
#include "core/mapping/search/swap_refiner.h"
#include "core/mapping/starts/dual_bisection.h"
#include "core/mapping/starts/grid_embedding.h"
#include "core/mapping/starts/grouping.h"
#include "core/mapping/starts/iteration.h"
#include "core/mapping/starts/machines_first.h"
#include "core/mapping/starts/multisection.h"
#include "core/mapping/starts/scotch_mapper.h"
#include "core/mapping/starts/unbound.h"

namespace topomorph::mapping {

namespace {

using Found = std::optional<Construction>;
using Quality = Construction::Quality;

Found ordinary(std::optional<std::vector<Vertex>> slot_of) {
  return slot_of ? Found({*std::move(slot_of), Quality::Ordinary}) : std::nullopt;
}

Found ordinary_mapping(const Instance& instance, const std::optional<Mapping>& mapping) {
  return mapping ? ordinary(instance.slots_of(*mapping)) : std::nullopt;
}

// ---------------------------------------------------------------------------------------------- constructions anywhere

Found identity(const Search& search, std::uint64_t) { return ordinary(search.instance.identity()); }

Found launcher(const Search& search, std::uint64_t) {
  const auto& order = search.options().launcher_order;
  return order ? ordinary(search.instance.slots_of(*order)) : std::nullopt;
}

// ---------------------------------------------------------------------------------------------- constructions on trees

Found exact(const Search& search, std::uint64_t) {
  const Instance& instance = search.instance;
  const Candidate start = candidate_of(instance, instance.identity());
  auto best = best_of_all(instance.graph(), instance.tree(), start.assignment, instance.fixed(),
                          exact_budget(search.options().preset));
  return best ? Found({std::move(best->slot_of), Quality::Optimal}) : std::nullopt;
}

Found lattice_tiling(const Search& search, std::uint64_t) { return tile_lattice(search.instance); }

std::optional<Mapping> embed_groups(const Problem& problem) {
  const Instance instance = Instance::on_network(problem);
  const auto slot_of = embed_grid(instance);
  return slot_of ? std::optional(instance.to_mapping(*slot_of)) : std::nullopt;
}

Found group_tiling(const Search& search, std::uint64_t) {
  const Instance& instance = search.instance;
  const bool is_known = instance.slots() <= kTree.small && recognise_groups(instance.graph());
  return is_known ? ordinary_mapping(instance, embed_groups(instance.problem())) : std::nullopt;
}

Found cut_with(const Search& search, const Effort& effort, std::uint64_t number) {
  const Instance& instance = search.instance;
  PartitionContext context{effort, Random(search.options().seed + number), instance.deadline(), {}, &search.workers};
  return ordinary(multisection(instance.graph(), instance.tree(), context).slot_of);
}

Found cut_from_the_root(const Search& search, std::uint64_t number) {
  return cut_with(search, search.plan.effort, number);
}

Found cut_quickly(const Search& search, std::uint64_t number) { return cut_with(search, kTree.quick, number); }

Found group_from_the_slots(const Search& search, std::uint64_t number) {
  const Instance& instance = search.instance;
  if (!is_regular(instance.tree())) return std::nullopt;
  Random random(search.options().seed + number);
  return ordinary(grouping(instance.graph(), instance.tree(), random, instance.deadline()).slot_of);
}

// ------------------------------------------------------------------------------------------- constructions on networks

Found grid_embedding(const Search& search, std::uint64_t) { return ordinary(embed_grid(search.instance)); }

Found bisect_slots(const Search& search, std::vector<Vertex> slots, std::uint64_t number) {
  PartitionContext context{search.plan.effort, Random(search.options().seed + number), search.instance.deadline(), {}};
  return ordinary(bisect_both(search.instance, std::move(slots), context));
}

Found bisect_first_slots(const Search& search, std::uint64_t) {
  return bisect_slots(search, search.instance.identity(), 0);
}

Found bisect_compact_slots(const Search& search, std::uint64_t) {
  const Instance& instance = search.instance;
  if (instance.vertices() == instance.slots()) return std::nullopt;
  return bisect_slots(search, instance.compact_slots(instance.vertices()), 1);
}

/// A baseline. Returns nothing if it finds no mapping: Scotch does not take all topologies, and may fail.
using Baseline = std::optional<Mapping> (*)(const Problem&);

template <Mapping (*map)(const Problem&)>
std::optional<Mapping> always(const Problem& problem) {
  return map(problem);
}

/// Maps as if the problem had only these slots of the instance.
std::optional<Mapping> map_on(const Instance& instance, const std::vector<Vertex>& part_of_it,
                              PartialProblem::Shape shape, Baseline map) {
  std::vector<Slot> slots;
  for (const Vertex slot : part_of_it) slots.push_back(instance.slot(slot));
  const PartialProblem part(instance.problem(), std::move(slots), shape);
  auto mapping = map(part.problem());
  return mapping ? std::optional(part.to_whole(*std::move(mapping))) : std::nullopt;
}

/// Runs a baseline, which looks at every slot: of many slots few roles get compact ones of the instance, of very many
/// slots it does not run.
template <Baseline map>
Found baseline(const Search& search, std::uint64_t) {
  const Instance& instance = search.instance;
  const Problem& problem = instance.problem();
  if (slots_of_whole(problem.topology) > kNetwork.most_slots) return std::nullopt;
  const bool takes_all = problem.slots() <= kNetwork.compact_slots || !problem.has_few_roles();
  if (takes_all) return ordinary_mapping(instance, map(problem));
  const auto slots = instance.compact_slots(kNetwork.slots_per_role * instance.vertices());
  return ordinary_mapping(instance, map_on(instance, slots, PartialProblem::Shape::AnyTopology, map));
}

Found unbound(const Search& search, std::uint64_t) {
  return ordinary_mapping(search.instance, map_unbound(search.instance.problem()));
}

std::optional<Mapping> try_scotch(const Problem& problem) { return map_with_scotch(problem, nullptr); }

/// Runs a baseline on the slots of an instance on a tree: of more it would use all.
template <Baseline map, std::size_t TreeParameters::*most>
Found baseline_on_tree(const Search& search, std::uint64_t) {
  const Instance& instance = search.instance;
  if (instance.slots() > kTree.*most) return std::nullopt;
  if (instance.slots() == instance.problem().slots()) return ordinary_mapping(instance, map(instance.problem()));
  const auto slots = instance.identity();  // on trees there is a vertex for each slot
  return ordinary_mapping(instance, map_on(instance, slots, PartialProblem::Shape::Tree, map));
}

/// The first is by the strategy of the preset, the second by Scotch's own.
Found scotch(const Search& search, std::uint64_t number) {
  const Problem& problem = search.instance.problem();
  if (!scotch_computes(problem.topology) && problem.roles() > kNetwork.moderate) return std::nullopt;
  if (number == 0) return ordinary_mapping(search.instance, try_scotch(problem));
  MapOptions options = problem.options;
  options.of_scotch.strategy = "balance";
  return ordinary_mapping(search.instance, try_scotch(Problem{problem.affinity, problem.topology, problem.tree, options,
                                                              problem.deadline, problem.workers, problem.map}));
}

// ----------------------------------------------------------------------------------------- constructions within limits

Found balanced(const Search& search, std::uint64_t) { return ordinary(search.instance.balanced()); }
Found places(const Search& search, std::uint64_t number) { return ordinary(construct_on_places(search, number)); }
Found parts(const Search& search, std::uint64_t number) { return ordinary(construct_parts(search, number)); }

// --------------------------------------------------------------------------------------------------------- refinements

/// Makes a refiner of a function of one candidate. The workers share the candidates.
template <void (*refine_one)(const Instance&, Candidate&)>
void each(const Search& search, Pool& pool) {
  search.workers.for_each(pool.candidates.size(),
                          [&](std::size_t i, std::size_t) { refine_one(search.instance, pool.candidates[i]); });
  pool.sort();
}

void swap_groups(const Instance& instance, Candidate& candidate) {
  candidate.cost -= refine_by_group_swaps(instance.graph(), instance.tree(), candidate.assignment, instance.fixed(),
                                          instance.deadline());
}

/// Refines each candidate within the limits, and drops those that cannot keep them.
void exchange(const Search& search, Pool& pool) {
  std::vector<Candidate> refined;
  for (const Candidate& candidate : pool.candidates) {
    auto next = refined_within_limits(search.instance, candidate.assignment.slot_of);
    if (next) refined.push_back(*std::move(next));
  }
  pool.candidates = std::move(refined);
  pool.sort();
}

constexpr Views kAnywhere{true, true, true}, kTrees{.tree = true}, kNetworks{.network = true},
    kWithLimits{.limits = true};

std::span<const ConstructorEntry> constructors() {
  using enum ConstructorEntry::Price;
  static const std::vector<ConstructorEntry> table = {
      {"identity", "vertex i on slot i", identity, kAnywhere, Free},
      {"launcher", "the order that the user has now", launcher, kAnywhere, Free},
      {"exact", "branch and bound", exact, kTrees, Free},
      {"lattice-tiling", "boxes by dynamic programming", lattice_tiling, kTrees, Free},
      {"group-tiling", "rows and columns of all with all", group_tiling, kTrees, Quick},
      {"multisection", "Kirchbach, Schulz, Träff 2020; exact balance", cut_from_the_root, kTrees},
      {"quick-multisection", "the same with little effort", cut_quickly, kTrees, Check},
      {"eagermap-on-tree", "Cruz et al. 2019",
       baseline_on_tree<always<map_by_eagermap>, &TreeParameters::most_by_eagermap>, kTrees, Quick},
      {"scotch-on-tree", "Pellegrini, Roman 1996", baseline_on_tree<try_scotch, &TreeParameters::small>, kTrees, Check},
      {"grouping", "Jeannot, Mercier, Tessier 2014: from the slots up", group_from_the_slots, kTrees},
      {"grid-embedding", "reflected Gray codes", grid_embedding, kNetworks, Quick},
      {"dual-bisection", "Pellegrini, Roman 1996; exact balance", bisect_first_slots, kNetworks},
      {"dual-bisection-compact", "the same on a compact region", bisect_compact_slots, kNetworks},
      {"machines-first", "groups for machines, then places for these", baseline<map_machines_first>, kNetworks},
      {"unbound", "as if no role were bound, shifted round rings", unbound, kNetworks},
      {"rgeob", "Deveci et al. 2014", baseline<always<start_by_geometry>>, kNetworks},
      {"pacmap", "Tuncer, Leung, Coskun 2015", baseline<always<start_by_pacmap>>, kNetworks},
      {"rcm", "Cuthill, McKee 1969", baseline<always<map_by_rcm>>, kNetworks},
      {"eagermap", "Cruz et al. 2019", baseline<always<map_by_eagermap>>, kNetworks},
      {"topomatch-constrained", "Jeannot 2022", baseline<try_topomatch_constrained>, kNetworks},
      {"netloc-table", "Bordage, Foyer, Goglin 2017; with a table", baseline<try_netloc_table>, kNetworks},
      {"scotch", "Pellegrini, Roman 1996", scotch, kNetworks},
      {"balanced", "Graham 1969: longest roles first", balanced, kWithLimits, Free},
      {"places", "one role on each place of a deeper tree", places, kWithLimits},
      {"parts", "Gottesbüren et al. 2021: deep multilevel", parts, kWithLimits},
  };
  return table;
}

std::span<const RefinerEntry> refiners() {
  static const std::vector<RefinerEntry> table = {
      {"group-swaps", "Schulz, Träff 2017; whole nodes first", each<swap_groups>, kTrees},
      {"recut", "Shaw 1998: large neighbourhoods", recut, kTrees},
      {"perturbation", "iterated local search", perturb, kTrees},
      {"evolution", "side-by-side iterated local search", evolve, kTrees},
      {"descent", "exchanges and moves", each<descend>, kNetworks},
      {"annealing", "Kirkpatrick, Gelatt, Vecchi 1983", anneal_best, kNetworks},
      {"exchanges", "moves and exchanges within limits", exchange, kWithLimits},
  };
  return table;
}

}  // namespace

const Components& components() {
  static const Components table{constructors(), refiners()};
  return table;
}

}  // namespace topomorph::mapping
