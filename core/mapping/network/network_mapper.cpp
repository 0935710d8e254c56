// The mapper for topologies that are no trees: several constructions, refined, and the best of them.
#include "core/mapping/network/network_mapper.h"

#include <algorithm>
#include <functional>

#include "core/base/error.h"
#include "core/base/workers.h"
#include "core/mapping/baselines/eagermap.h"
#include "core/mapping/baselines/netloc.h"
#include "core/mapping/baselines/pacmap.h"
#include "core/mapping/baselines/recursive_bisection.h"
#include "core/mapping/baselines/reverse_cuthill_mckee.h"
#include "core/mapping/baselines/topomatch.h"
#include "core/mapping/network/annealing.h"
#include "core/mapping/network/descent.h"
#include "core/mapping/network/dual_bisection.h"
#include "core/mapping/network/grid_embedding.h"
#include "core/mapping/network/least_cost.h"
#include "core/mapping/network/region.h"
#include "core/mapping/presets.h"
#include "core/mapping/qap/tabu_mapper.h"
#include "core/mapping/scotch/scotch_mapper.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/shapes/restricted.h"

namespace topomorph::mapping {

namespace {

class NetworkMapper {
 public:
  explicit NetworkMapper(const MapProblem& problem)
      : problem_(problem),
        options_(problem.options),
        plan_(network_plan(problem.options, problem_.roles(), problem.topology.slots(), problem_.graph().edges.size())),
        least_(least_cost(problem_)),
        workers_(std::max(problem.options.threads, 1U)) {}

  Mapping run() {
    std::vector<Placed> found = anneal_all(refined_constructions());
    std::sort(found.begin(), found.end());
    const MapProblem& problem = problem_.problem();
    if (!suits_tabu_search(problem) || is_least(found[0])) return problem_.to_mapping(found[0].assignment);
    if (confines()) return search_between_parts(std::move(found[0]));
    if (!leaves_free() || options_.preset == Preset::Fast) return search_twice(problem, found);
    add(map_to_part(map_to_network, problem_.identity()), found);  // few roles among many slots are easily led astray
    std::sort(found.begin(), found.end());
    return search_twice(problem, found);
  }

 private:
  bool is_least(const Placed& placed) const { return placed.cost <= least_; }
  bool confines() const { return !options_.sharing.confined.empty(); }

  bool leaves_free() const { return problem_.roles() < problem_.slots() && options_.pinned.empty(); }

  using Map = Mapping (*)(const MapProblem&);

  /// As if there were no other slots than these of those that are looked at.
  Mapping map_to_part(Map map, const std::vector<Vertex>& part) const {
    const MapProblem& problem = problem_.problem();
    std::vector<Slot> slots;
    for (const Vertex slot : part) slots.push_back(problem_.metric().slot(slot));
    const std::shared_ptr<const Topology> whole(std::shared_ptr<const Topology>(), &problem.topology);
    const topology::RestrictedTopology topology(whole, slots);
    MapOptions options = options_;
    options.launcher_order.reset();
    options.pinned.clear();
    options.sharing = {};
    options.preset = std::min(options.preset, Preset::Default);
    Mapping mapping = map({problem.affinity, topology, nullptr, options, problem.deadline});
    for (Slot& slot : mapping) slot = slots[slot];
    return mapping;
  }

  Mapping search(const MapProblem& problem, std::span<const Placed> found) const {
    std::vector<Mapping> starts;
    for (const Placed& placed : found) starts.push_back(problem_.to_mapping(placed.assignment));
    return improve_by_tabu_search(problem, starts);
  }

  /// From what was found, and from the identity alone: with little work, starts in one valley keep the search there.
  Mapping search_twice(const MapProblem& problem, std::span<const Placed> found) const {
    Mapping mapping = search(problem, found);
    if (options_.preset == Preset::Best || problem.deadline.passed()) return mapping;
    Mapping other = map_by_tabu_search(problem);
    const auto slots = problem_.slots_of(mapping), slots_of_other = problem_.slots_of(other);
    if (!slots || !slots_of_other) return mapping;
    return problem_.cost_of(*slots_of_other) < problem_.cost_of(*slots) ? other : mapping;
  }

  /// The tabu search knows no parts of the machine: confined roles stay where they are, until the descent after it.
  Mapping search_between_parts(Placed placed) const {
    const MapProblem& problem = problem_.problem();
    MapOptions options = options_;
    options.sharing.confined.clear();
    for (Vertex role = 0; role < problem_.roles(); ++role) {
      const Slot slot = problem_.metric().slot(placed.assignment.slot_of[role]);
      if (problem_.is_confined(role) && !problem_.fixed()[role]) options.pinned.push_back({role, slot});
    }
    const Mapping found =
        search({problem.affinity, problem.topology, problem.tree, options, problem.deadline}, {&placed, 1});
    if (auto slots = problem_.slots_of(found)) {
      Placed next = problem_.placed(std::move(*slots));
      descend(problem_, next);
      if (next < placed) placed = std::move(next);
    }
    return problem_.to_mapping(placed.assignment);
  }

  using Construct = std::function<std::vector<Vertex>()>;

  /// The cheapest first; that alone, where nothing costs less.
  std::vector<Placed> refined_constructions() {
    std::vector<Placed> candidates = known_layouts();
    const auto best = std::min_element(candidates.begin(), candidates.end());
    if (is_least(*best)) return {std::move(*best)};
    add_bisections(candidates);
    add_published(candidates);
    add_from_scotch(candidates);
    if (!suits_tabu_search(problem_.problem())) keep_promising(candidates);
    workers_.for_each(candidates.size(), [&](std::size_t i, std::size_t) { descend(problem_, candidates[i]); });
    std::stable_sort(candidates.begin(), candidates.end());
    return candidates;
  }

  /// Those that cost next to nothing to make.
  std::vector<Placed> known_layouts() const {
    std::vector<Placed> known = {problem_.placed(problem_.identity())};
    if (const auto& order = options_.launcher_order) {
      if (auto slots = problem_.slots_of(*order)) known.push_back(problem_.placed(std::move(*slots)));
    }
    if (problem_.deadline().passed()) return known;
    if (auto slots = embed_grid(problem_)) known.push_back(problem_.placed(std::move(*slots)));
    return known;
  }

  void add_bisections(std::vector<Placed>& candidates) {
    if (problem_.deadline().passed()) return;
    std::vector<Construct> constructs = {[this] { return bisect_on(problem_.identity(), 0); }};
    if (problem_.roles() < problem_.slots()) {
      constructs.push_back([this] { return bisect_on(compact_slots(problem_.roles()), 1); });
    }
    const std::size_t first = candidates.size();
    candidates.resize(first + constructs.size());
    workers_.for_each(constructs.size(),
                      [&](std::size_t i, std::size_t) { candidates[first + i] = problem_.placed(constructs[i]()); });
  }

  void add(const Mapping& mapping, std::vector<Placed>& candidates) const {
    if (auto slots = problem_.slots_of(mapping)) candidates.push_back(problem_.placed(std::move(*slots)));
  }

  /// Those of other people that cost milliseconds: which valley is found depends on the start.
  void add_published(std::vector<Placed>& candidates) const {
    const MapProblem& problem = problem_.problem();
    const bool hurry = options_.preset == Preset::Fast && !suits_tabu_search(problem);  // bad starts are long to mend
    if (problem_.roles() > kNetwork.small || hurry) return;
    std::vector<Map> maps = {map_by_rcm, map_by_geometry};
    const bool few = suits_tabu_search(problem);
    if (few || has_machines(problem.topology)) maps.push_back(map_by_pacmap);
    const bool is_quick =
        few && problem_.graph().edges.size() <= kNetwork.dense_edges;  // a descent from each takes long otherwise
    if (is_quick) maps.push_back(map_eagerly);
    if (is_quick && plan_.asks_scotch) maps.push_back(map_topomatch_constrained);
    for (const Map map : maps) try_to_add(map, candidates);
  }

  /// Not in a thread: it runs in child processes, which inherit none. Of networks with machines both ways.
  void add_from_scotch(std::vector<Placed>& candidates) const {
    if (!plan_.asks_scotch || problem_.deadline().passed()) return;
    if (const auto mapping = map_with_scotch(problem_.problem(), nullptr)) add(*mapping, candidates);
    if (problem_.roles() > kNetwork.small || !has_machines(problem_.problem().topology)) return;
    try_to_add(map_netloc_recursively, candidates);
    if (problem_.roles() <= kNetwork.moderate) try_to_add(map_netloc_whole, candidates);
  }

  /// Published algorithms look at every slot: of very many they get the compact ones of those that we look at, of
  /// still more none. Scotch does not take all topologies.
  void try_to_add(Map map, std::vector<Placed>& candidates) const {
    const Topology& topology = problem_.problem().topology;
    if (slots_of_whole(topology) > kNetwork.most_slots || problem_.deadline().passed()) return;
    try {
      const bool many = topology.slots() > kNetwork.compact_slots;
      add(many ? map_to_part(map, compact_slots(kNetwork.slots_per_role * problem_.roles())) : map(problem_.problem()),
          candidates);
    } catch (const InputError&) {
    }
  }

  /// Also of what a part is a part of: that is where the curve goes.
  static std::uint64_t slots_of_whole(const Topology& topology) {
    const auto* part = dynamic_cast<const topology::RestrictedTopology*>(&topology);
    return part == nullptr ? topology.slots() : slots_of_whole(part->whole());
  }

  static bool has_machines(const Topology& topology) {
    if (const auto* part = dynamic_cast<const topology::RestrictedTopology*>(&topology))
      return has_machines(part->whole());
    return dynamic_cast<const topology::ComposedTopology*>(&topology) != nullptr;
  }

  /// Refining costs the more the worse the start, and bad starts do not win.
  void keep_promising(std::vector<Placed>& candidates) const {
    std::stable_sort(candidates.begin(), candidates.end());
    const double limit =
        static_cast<double>(candidates.front().cost) *
        (problem_.roles() > kNetwork.small || options_.preset == Preset::Fast ? kNetwork.promising
                                                                              : kNetwork.promising_of_small);
    const auto bad = [limit](const Placed& placed) { return static_cast<double>(placed.cost) > limit; };
    candidates.erase(std::find_if(candidates.begin(), candidates.end(), bad), candidates.end());
  }

  std::vector<Vertex> bisect_on(std::vector<Vertex> slots, std::uint64_t number) const {
    PartitionContext context{plan_.effort, Random(options_.seed + number), problem_.deadline(), {}};
    return bisect_both(problem_, std::move(slots), context);
  }

  std::vector<Vertex> compact_slots(std::uint64_t count) const {
    const auto distance = [this](Slot a, Slot b) {
      return static_cast<std::uint64_t>(problem_.metric().distance(static_cast<Vertex>(a), static_cast<Vertex>(b)));
    };
    const auto slots = compact_region(problem_.slots(), distance, std::min<std::uint64_t>(count, problem_.slots()),
                                      problem_.roles(), {});
    return {slots.begin(), slots.end()};
  }

  /// The starts, too.
  std::vector<Placed> anneal_all(std::vector<Placed> starts) {
    const std::size_t count = starts.size();
    if (is_least(starts[0])) return starts;
    const bool chooses = suits_tabu_search(problem_.problem()) && problem_.roles() < problem_.slots();
    const auto& runs = chooses ? kNetworkRunsWithChoice : kNetworkRuns;
    for (std::size_t i = 0; i < plan_.annealings; ++i) {
      const std::size_t start = std::min(runs[i % runs.size()].start, count - 1);
      starts.push_back(starts[start]);
    }
    workers_.for_each(plan_.annealings, [&](std::size_t i, std::size_t) {
      Random random(options_.seed * kPortfolio.seed_stride + i);
      Cooling cooling = runs[i % runs.size()].cooling;
      cooling.work = plan_.work;
      anneal(problem_, starts[count + i], cooling, random);
    });
    return starts;
  }

  NetworkProblem problem_;
  const MapOptions& options_;
  NetworkPlan plan_;
  EdgeWeight least_;  // nothing is gained where it is met
  Workers workers_;
};

}  // namespace

Mapping map_to_network(const MapProblem& problem) { return NetworkMapper(problem).run(); }

}  // namespace topomorph::mapping
