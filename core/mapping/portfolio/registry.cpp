// The table of mapping algorithms.
#include "core/mapping/portfolio/registry.h"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/mapping/baselines/eagermap.h"
#include "core/mapping/baselines/geometric_bisection.h"
#include "core/mapping/baselines/grid_orders.h"
#include "core/mapping/baselines/grid_placement.h"
#include "core/mapping/baselines/netloc.h"
#include "core/mapping/baselines/netloc_deco.h"
#include "core/mapping/baselines/pacmap.h"
#include "core/mapping/baselines/pairwise_exchange.h"
#include "core/mapping/baselines/recursive_bisection.h"
#include "core/mapping/baselines/reverse_cuthill_mckee.h"
#include "core/mapping/baselines/topomatch.h"
#include "core/mapping/layouts/topology_layouts.h"
#include "core/mapping/portfolio/network_mapper.h"
#include "core/mapping/portfolio/tree_mapper.h"
#include "core/mapping/problem/parameters.h"
#include "core/mapping/search/tabu_mapper.h"
#include "core/mapping/starts/scotch_mapper.h"

namespace topomorph::mapping {

namespace {

Mapping identity_order(const Problem& problem) { return identity_mapping(problem.roles()); }

/// Draws different slots one after the other, which is fast if there are many more slots than roles.
Mapping drawn(std::uint64_t roles, std::uint64_t slots, Random& random) {
  Mapping mapping;
  std::unordered_set<Slot> used;
  while (mapping.size() < roles) {
    const Slot slot = random.below(slots);
    if (used.insert(slot).second) mapping.push_back(slot);
  }
  return mapping;
}

Mapping random_order(const Problem& problem) {
  Random random(problem.options.seed);
  const std::uint64_t roles = problem.affinity.roles(), all = problem.topology.slots();
  if (all > kPortfolio.drawn_slots && all / kPortfolio.drawn_slots_per_role > roles) return drawn(roles, all, random);
  auto slots = random.permutation<Slot>(problem.topology.slots());
  slots.resize(problem.affinity.roles());
  return slots;
}

Mapping by_layout(const Problem& problem) {
  const std::string_view layout = problem.parameter;
  return map_by_layout(problem.topology, layout.empty() ? LayoutSpec{} : parse_layout(layout),
                       problem.affinity.roles());
}

constexpr const char* kHunold = "Hunold, von Kirchbach, Lehr, Schulz, Träff 2020, arXiv 2005.09521";

/// Places the grid by an order of its cells, and improves the mapping by exchanges of roles and of branches.
template <FunctionOfOrder order>
Mapping by_order(const Problem& problem) {
  return improve_on_tree(problem, map_grid(problem, order));
}

/// Throws InputError if the options have no grid.
template <Mapping (*map)(const Problem&)>
Mapping of_grid(const Problem& problem) {
  if (problem.options.grid) return map(problem);
  throw InputError("the algorithm \"" + problem.options.algorithm +
                   "\" needs an affinity that is known to be a grid, such as cart:12x12");
}

}  // namespace

std::span<const RegisteredAlgorithm> registered_algorithms() {
  static const std::vector<RegisteredAlgorithm> table = {
      {.about = {"identity", "role i on slot i", "any"}, .run = identity_order, .verbatim = true},
      {.about = {"random", "a random permutation of the slots, by --seed", "any"},
       .run = random_order,
       .verbatim = true},
      {.about = {"multisection", "Kirchbach, Schulz, Träff 2020; exact balance, swap refinement", "tree"},
       .run = map_to_tree,
       .needs_tree = true,
       .chooses_slots = true},
      {.about = {"networks", "dual recursive bisection, annealing, tabu search by distances alone; Scotch", "any"},
       .run = map_to_network},
      {.about = {"scotch", "Pellegrini, Roman: Scotch, 1996; doubled roles moved apart", "any"}, .run = map_by_scotch},
      {.about = {"tabu", "Taillard: Robust taboo search for the quadratic assignment problem, 1991; few roles", "any"},
       .run = map_by_tabu_search},
      {.about = {"hyperplane", kHunold, "grid on a tree"},
       .run = of_grid<by_order<hyperplane_order>>,
       .needs_tree = true,
       .needs_grid = true},
      {.about = {"kdtree", kHunold, "grid on a tree"},
       .run = of_grid<by_order<kdtree_order>>,
       .needs_tree = true,
       .needs_grid = true},
      {.about = {"strips", kHunold, "grid on a tree"},
       .run = of_grid<by_order<strips_order>>,
       .needs_tree = true,
       .needs_grid = true},
      {.about = {"tiling",
                 "the cheapest tiling by nested boxes, guillotine cuts with fills, or stepped halves; then swaps",
                 "grid on a tree"},
       .run = of_grid<map_by_tilings>,
       .needs_tree = true,
       .needs_grid = true},
      {.about = {"eagermap", "Cruz, Diener, Pilla, Navaux: EagerMap, 2019", "any"},
       .run = map_by_eagermap,
       .verbatim = true,
       .shares = true,
       .has_parameter = true},
      {.about = {"eagermap-scan", "the same mapping by algorithm 8, with kept sums: eagermap:scan", "any"},
       .run = map_by_eagermap,
       .verbatim = true,
       .shares = true,
       .parameter = "scan"},
      {.about = {"topomatch", "Jeannot: Process mapping on any topology with TopoMatch, 2022; as in docs/mapping.md",
                 "any"},
       .run = map_topomatch,
       .verbatim = true,
       .shares = true,
       .has_parameter = true},
      {.about = {"topomatch-constrained", "its algorithms 3 and 4, on the first slots", "any"},
       .run = map_topomatch_constrained,
       .verbatim = true,
       .shares = true,
       .has_parameter = true},
      {.about = {"treematch", "Jeannot, Mercier, Tessier 2014: topomatch on trees without Scotch", "tree"},
       .run = map_treematch,
       .needs_tree = true,
       .verbatim = true,
       .shares = true,
       .has_parameter = true},
      {.about = {"netloc-recursive", "Bordage, Foyer, Goglin: Netloc and Scotch, 2017; first the network, then inside",
                 "any"},
       .run = map_netloc_recursively,
       .verbatim = true},
      {.about = {"netloc-deco", "the same paper's other way: the machine as one graph; netloc-deco:type0 or :table",
                 "any"},
       .run = map_netloc_whole,
       .verbatim = true,
       .has_parameter = true},
      {.about = {"lama", "Hursey, Squyres, Dontje: LAMA, 2011; lama:LAYOUT as in docs/layouts.md", "any"},
       .run = by_layout,
       .verbatim = true,
       .shares = true,
       .has_parameter = true},
      {.about = {"pacmap", "Tuncer, Leung, Coskun: PaCMap, 2015", "any"}, .run = map_by_pacmap, .verbatim = true},
      {.about = {"rcm", "Cuthill, McKee 1969, reversed; along a space-filling curve", "any"},
       .run = map_by_rcm,
       .verbatim = true},
      {.about = {"rgrb", "recursive graph bisection: Hoefler, Snir 2011", "any"},
       .run = map_by_graph_bisection,
       .verbatim = true},
      {.about = {"rgeob", "recursive geometric bisection: Deveci et al. 2014; rgeob:FILE with coordinates of the roles",
                 "any"},
       .run = map_by_geometry,
       .verbatim = true,
       .has_parameter = true},
      {.about = {"mpipp", "Chen et al.: MPIPP, 2006; few slots", "any"}, .run = map_by_exchanges, .verbatim = true},
  };
  return table;
}

std::string_view parameter_of(const MapOptions& options) {
  const std::string_view name = options.algorithm;
  if (const RegisteredAlgorithm* entry = registered_algorithm(name); entry != nullptr && !entry->parameter.empty()) {
    return entry->parameter;
  }
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? std::string_view() : name.substr(colon + 1);
}

const RegisteredAlgorithm* registered_algorithm(std::string_view name) {
  const auto table = registered_algorithms();
  const auto found = std::find_if(table.begin(), table.end(), [&](const RegisteredAlgorithm& entry) {
    return entry.about.name == (entry.has_parameter ? name.substr(0, name.find(':')) : name);
  });
  return found == table.end() ? nullptr : &*found;
}

bool is_verbatim(const MapOptions& options) {
  const RegisteredAlgorithm* named = registered_algorithm(options.algorithm);
  return named != nullptr && named->verbatim;
}

bool goes_beyond_default(const MapOptions& options) { return options.preset == Preset::Best && !is_verbatim(options); }

const RegisteredAlgorithm& algorithm_for(const MapOptions& options, bool on_tree) {
  constexpr std::string_view kAuto = "auto";
  const std::string& name = options.algorithm;
  if (name == kAuto) return *registered_algorithm(on_tree ? "multisection" : "networks");
  if (const RegisteredAlgorithm* entry = registered_algorithm(name)) {
    if (entry->needs_tree && !on_tree) throw InputError("the algorithm \"" + name + "\" needs a tree topology");
    return *entry;
  }
  std::string names(kAuto);
  for (const RegisteredAlgorithm& entry : registered_algorithms()) names += ", " + entry.about.name;
  throw InputError("unknown mapping algorithm \"" + name + "\", expected one of " + names);
}

}  // namespace topomorph::mapping
