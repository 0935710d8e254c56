// The mapper for topologies that are no trees: several constructions, refined, and the best of them.
#include "core/mapping/network/network_mapper.h"

#include <algorithm>
#include <functional>
#include <optional>

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
#include "core/mapping/qap/tabu_mapper.h"
#include "core/mapping/scotch/scotch_mapper.h"
#include "core/topology/shapes/below.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/shapes/restricted.h"

namespace topomorph::mapping {

namespace {

constexpr std::size_t kSmall = 4096;     // roles
constexpr std::size_t kModerate = 1024;  // roles: Scotch on the graph of the whole machine takes 0.1 s
constexpr std::uint64_t kVeryManySlots = 1 << 16, kRoom = 4;  // slots for each role
constexpr std::uint64_t kTooManySlots = 1 << 18;  // their order along a curve takes time and memory for all of them
constexpr double kPromising = 1.4;       // a start that costs more than this many times the best one is not refined
constexpr double kPromisingOfFew = 2.5;  // the same of up to kSmall roles
constexpr std::size_t kDense = 4000;     // edges, of few roles: each refinement takes long, the tabu search does not

/// How much is done. Work is counted, in edges looked at (some 5 ns each), not timed: the result is the same on every
/// machine.
struct Plan {
  Effort effort;               ///< of bisections
  std::size_t annealings = 0;  ///< from the best construction
  std::uint64_t work = 0;      ///< of each
  bool asks_scotch = true;
};

constexpr std::uint64_t kWorkPerSecond = 60'000'000;  // what a machine of today does in less than half of that

/// Few roles are left to the tabu search.
Plan plan_for(const MapProblem& problem, std::size_t edges) {
  const std::size_t roles = problem.affinity.roles();
  const bool small = roles <= kSmall, few = suits_tabu_search(problem);
  if (problem.options.preset == Preset::Fast) {
    return {small ? Effort{2, 4, 6} : Effort{1, 2, 4}, few ? 0U : 1U, std::min<std::uint64_t>(8'000'000, 1000 * edges),
            false};
  }
  if (problem.options.preset == Preset::Default) {
    const bool chooses = roles < problem.topology.slots();  // more than tabu search can look at
    const std::uint64_t most = few ? (chooses ? 20'000'000 : 4'000'000) : 40'000'000;
    const bool dense = few && !chooses && edges > kDense;
    const std::size_t runs = dense ? 1U
                             : few ? 4U
                                   : 2U;  // of many roles the others gain a thousandth, and double the time
    return {small ? Effort{3, 6, 8} : Effort{1, 4, 6}, runs,
            std::min<std::uint64_t>(most, (few ? 50'000 : 20'000) * edges)};
  }
  const double seconds = std::min(problem.options.time_limit.value_or(kSecondsOfBest), 1e6) * (few ? 0.1 : 1);
  constexpr std::size_t kRuns = 8;
  return {small ? Effort{8, 10, 12} : Effort{2, 6, 8}, kRuns,
          static_cast<std::uint64_t>(seconds * kWorkPerSecond) / kRuns};
}

/// One annealing: from the cheapest construction, the second, ...
struct Run {
  std::size_t start = 0;
  Cooling cooling;
};
/// The hot ones find other valleys than the construction is in, the cool ones mend it.
constexpr std::size_t kRunsOfRound = 4;
constexpr Run kRuns[kRunsOfRound] = {{0, {0.1, 0.01}}, {0, {0.3, 0.02}}, {0, {0.04, 0.005}}, {1, {0.1, 0.01}}};
/// With many free slots around few roles most of the gain lies in a narrow range.
constexpr Run kChoosing[kRunsOfRound] = {{0, {0.15, 0.05}}, {0, {0.12, 0.06}}, {1, {0.12, 0.05}}, {0, {0.25, 0.02}}};

class NetworkMapper {
 public:
  explicit NetworkMapper(const MapProblem& problem)
      : problem_(problem),
        options_(problem.options),
        plan_(plan_for(problem, problem_.graph().edges.size())),
        least_(least_cost(problem_)),
        workers_(std::max(problem.options.threads, 1U)) {}

  Mapping run() {
    std::vector<Placed> found = anneal_all(refined_constructions());
    std::sort(found.begin(), found.end());
    const MapProblem& problem = problem_.problem();
    if (!suits_tabu_search(problem) || is_least(found[0])) return problem_.to_mapping(found[0].assignment);
    if (confines()) return search_between_parts(std::move(found[0]));
    if (!leaves_free() || options_.preset == Preset::Fast) return search_twice(problem, found);
    add(*map_to_part(always<map_to_network>, problem_.identity()),
        found);  // few roles among many slots are easily led astray
    std::sort(found.begin(), found.end());
    return search_twice(problem, found);
  }

 private:
  bool is_least(const Placed& placed) const { return placed.cost <= least_; }
  bool confines() const { return !options_.sharing.confined.empty(); }

  bool leaves_free() const { return problem_.roles() < problem_.slots() && options_.pinned.empty(); }

  /// Returns nothing if the algorithm finds no mapping: Scotch does not take all topologies, and may fail.
  using Map = std::optional<Mapping> (*)(const MapProblem&);

  template <Mapping map(const MapProblem&)>
  static std::optional<Mapping> always(const MapProblem& problem) {
    return map(problem);
  }

  /// As if there were no other slots than these of those that are looked at.
  std::optional<Mapping> map_to_part(Map map, const std::vector<Vertex>& part) const {
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
    auto mapping = map({problem.affinity, topology, nullptr, options, problem.deadline});
    if (!mapping) return std::nullopt;
    for (Slot& slot : *mapping) slot = slots[slot];
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
    if (problem_.roles() > kSmall || hurry) return;
    std::vector<Map> maps = {always<map_by_rcm>, always<map_by_geometry>};
    const bool few = suits_tabu_search(problem);
    if (few || has_machines(problem.topology)) maps.push_back(always<map_by_pacmap>);
    const bool is_quick = few && problem_.graph().edges.size() <= kDense;  // a descent from each takes long otherwise
    if (is_quick) maps.push_back(always<map_eagerly>);
    if (is_quick && plan_.asks_scotch) maps.push_back(try_topomatch_constrained);
    for (const Map map : maps) try_to_add(map, candidates);
  }

  /// Not in a thread: it runs in child processes, which inherit none. Of networks with machines both ways.
  void add_from_scotch(std::vector<Placed>& candidates) const {
    if (!plan_.asks_scotch || problem_.deadline().passed()) return;
    if (const auto mapping = map_with_scotch(problem_.problem(), nullptr)) add(*mapping, candidates);
    if (problem_.roles() > kSmall || !has_machines(problem_.problem().topology)) return;
    try_to_add(try_netloc_recursively, candidates);
    if (problem_.roles() <= kModerate) try_to_add(try_netloc_whole, candidates);
  }

  /// Published algorithms look at every slot: of very many they get the compact ones of those that we look at, of
  /// still more none.
  void try_to_add(Map map, std::vector<Placed>& candidates) const {
    const Topology& topology = problem_.problem().topology;
    if (slots_of_whole(topology) > kTooManySlots || problem_.deadline().passed()) return;
    const bool many = topology.slots() > kVeryManySlots;
    const auto mapping = many ? map_to_part(map, compact_slots(kRoom * problem_.roles())) : map(problem_.problem());
    if (mapping) add(*mapping, candidates);
  }

  /// Also of what a part is a part of: that is where the curve goes.
  static std::uint64_t slots_of_whole(const Topology& topology) { return topology::whole_of(topology).slots(); }

  static bool has_machines(const Topology& topology) {
    return topology::as_composed(topology::whole_of(topology)) != nullptr;
  }

  /// Refining costs the more the worse the start, and bad starts do not win.
  void keep_promising(std::vector<Placed>& candidates) const {
    std::stable_sort(candidates.begin(), candidates.end());
    const double limit = static_cast<double>(candidates.front().cost) *
                         (problem_.roles() > kSmall || options_.preset == Preset::Fast ? kPromising : kPromisingOfFew);
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
    const Run* runs = chooses ? kChoosing : kRuns;
    for (std::size_t i = 0; i < plan_.annealings; ++i) {
      const std::size_t start = std::min(runs[i % kRunsOfRound].start, count - 1);
      starts.push_back(starts[start]);
    }
    workers_.for_each(plan_.annealings, [&](std::size_t i, std::size_t) {
      Random random(options_.seed * 1000003U + i);
      Cooling cooling = runs[i % kRunsOfRound].cooling;
      cooling.work = plan_.work;
      anneal(problem_, starts[count + i], cooling, random);
    });
    return starts;
  }

  NetworkProblem problem_;
  const MapOptions& options_;
  Plan plan_;
  EdgeWeight least_;  // nothing is gained where it is met
  Workers workers_;
};

}  // namespace

Mapping map_to_network(const MapProblem& problem) { return NetworkMapper(problem).run(); }

}  // namespace topomorph::mapping
