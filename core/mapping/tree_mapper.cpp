// The mapper for trees: several constructions, refined, and the best of them.
#include "core/mapping/tree_mapper.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

#include "core/mapping/box_tiling.h"
#include "core/mapping/exact.h"
#include "core/mapping/grouping.h"
#include "core/mapping/multisection.h"
#include "core/mapping/pins.h"
#include "core/mapping/slot_choice.h"
#include "core/mapping/swap_refiner.h"

namespace topomorph {

namespace {

constexpr std::size_t kFewSlots = 12;           // all layouts are looked at, within the budget
constexpr std::uint64_t kExactBudget = 300000;  // partial layouts, some 10 ns each
constexpr std::size_t kFewEnoughToRefineAll = 4096;
constexpr std::size_t kManySlots = 200000;  // one construction must do, in seconds

/// A start that costs more than this many times the best one is not refined.
constexpr double kPromising = 1.3;

struct Plan {
  Effort effort;
  int multisections = 1;
  int groupings = 0;
  std::size_t refined = 1;           ///< how many of the constructions, at most
  int beside_tiling = 0;             ///< multisections for a grid that boxes fit well
  std::uint64_t kicks_per_slot = 0;  ///< random changes to the best of all, kept if they help
};

/// Of one turn of the preset best, after all that the preset default does.
constexpr Plan kThorough = {{8, 10, 12, 8}, 4, 1, 5, 4, 0};
constexpr int kSeedsPerRound = 1000;

Plan plan_for(Preset preset, std::size_t slots) {
  const bool small = slots <= kFewEnoughToRefineAll;
  if (preset == Preset::Fast) return {.effort = small ? Effort{2, 4, 6, 1} : Effort{1, 2, 4, 0}};
  if (small) return {.effort = {3, 6, 8, 4}, .beside_tiling = 1};
  return {.effort = slots > kManySlots ? Effort{1, 4, 6, 0} : Effort{2, 4, 8, 2}};
}

/// The problem cut down to the slots that are used, in the terms of the algorithms.
class TreeMapper {
 public:
  explicit TreeMapper(const MapProblem& problem)
      : problem_(problem),
        slots_(slots_of(problem)),
        tree_(problem.tree->restricted_to(slots_)),
        graph_(
            scaled_graph(problem.affinity, problem.options.weight, slots_.size(), kLargestCost / largest_distance())),
        fixed_(slots_.size(), 0) {
    if (is_regular(tree_)) {
      if (const auto grid = recognise_grid(graph_)) tiling_ = tile_by_boxes(*grid, tree_);
    }
    for (const PinnedRole& pin : problem.options.pinned) {
      pins_.push_back({static_cast<Vertex>(pin.role), local_slot(pin.slot)});
      fixed_[pin.role] = 1;
    }
  }

  Mapping run() {
    Candidate best = candidate_of(identity());
    if (slots_.size() <= kFewSlots) {
      if (const auto layout = best_of_all(graph_, tree_, best.layout, fixed_, kExactBudget)) return to_mapping(*layout);
    }
    best = best_of(plan_for(problem_.options.preset, slots_.size()), 0);
    if (problem_.options.preset == Preset::Best) keep_improving(best);
    return to_mapping(best.layout);
  }

  Mapping improve(const Mapping& start) const {
    std::optional<Layout> layout = layout_of(start);
    if (!layout) return start;
    Candidate candidate = candidate_of(std::move(*layout));
    refine(candidate);
    return to_mapping(candidate.layout);
  }

 private:
  using Try = std::function<Layout()>;

  struct Candidate {
    Layout layout;
    EdgeWeight cost = 0;
    bool operator<(const Candidate& other) const { return cost < other.cost; }
  };

  static constexpr EdgeWeight kLargestCost = EdgeWeight{1} << 60;  // room for sums over both directions

  static std::vector<Slot> slots_of(const MapProblem& problem) {
    std::vector<Slot> pinned;
    for (const PinnedRole& pin : problem.options.pinned) pinned.push_back(pin.slot);
    return choose_slots(*problem.tree, problem.affinity.roles(), pinned);
  }

  EdgeWeight largest_distance() const { return std::max<EdgeWeight>(tree_.distance(tree_.tree().levels()), 1); }

  Vertex local_slot(Slot slot) const {
    return static_cast<Vertex>(std::lower_bound(slots_.begin(), slots_.end(), slot) - slots_.begin());
  }

  /// Constructs, refines what is promising, and gives back the cheapest.
  Candidate best_of(const Plan& plan, int first_seed) const {
    std::vector<Candidate> candidates = construct(make_tries(plan, first_seed));
    keep_promising(candidates, plan.refined);
    for_each_index(candidates.size(), [&](std::size_t i) { refine(candidates[i]); });
    Candidate& best = *std::min_element(candidates.begin(), candidates.end());
    if (!is_tiled())
      perturb(best, first_seed, {best.cost - least_cost(), plan.kicks_per_slot * slots_.size(), problem_.deadline});
    return std::move(best);
  }

  /// Until the time is over: new constructions with more effort, and the best so far perturbed, in turns of equal
  /// length.
  void keep_improving(Candidate& best) const {
    const EdgeWeight least = least_cost();
    for (int round = 1; best.cost > least && !problem_.deadline.passed(); ++round) {
      const auto start = std::chrono::steady_clock::now();
      if (Candidate found = best_of(kThorough, round * kSeedsPerRound); found < best) best = std::move(found);
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
      perturb_until(best, least, Deadline(spent.count()), round);
    }
  }

  void perturb(Candidate& candidate, int seed, const Patience& patience) const {
    Random random = seeded(seed);
    candidate.cost -= perturb_and_refine(graph_, tree_, candidate.layout, fixed_, SwapSearch{}, random, patience);
  }

  /// Each thread perturbs on its own; the best result counts.
  void perturb_until(Candidate& best, EdgeWeight least, const Deadline& turn, int round) const {
    const Deadline& end = problem_.deadline.before(turn) ? problem_.deadline : turn;
    std::vector<Candidate> found(std::max(problem_.options.threads, 1U), best);
    for_each_index(found.size(), [&](std::size_t i) {
      perturb(found[i], round * kSeedsPerRound + static_cast<int>(i), {best.cost - least, ~std::uint64_t{0}, end});
    });
    best = std::move(*std::min_element(found.begin(), found.end()));
  }

  /// No mapping costs less: every edge has at least the length of the lowest level.
  EdgeWeight least_cost() const {
    EdgeWeight twice = 0;
    for (const Edge& edge : graph_.edges) twice += edge.weight * tree_.distance(1);
    return twice / 2;
  }

  bool is_tiled() const { return tiling_ && tiling_->is_tight; }

  /// Multisections and groupings take their seeds from `first_seed` on. A grid that boxes fit well needs little else.
  std::vector<Try> make_tries(const Plan& plan, int first_seed) const {
    std::vector<Try> tries = {[this] { return identity(); }};
    if (problem_.options.launcher_order) {
      if (auto order = layout_of(*problem_.options.launcher_order)) tries.push_back([order] { return *order; });
    }
    if (tiling_) tries.push_back([this] { return tiling_->layout; });
    const int multisections = is_tiled() ? plan.beside_tiling : plan.multisections;
    for (int i = 0; i < multisections; ++i) {
      tries.push_back([this, effort = plan.effort, seed = first_seed + i] {
        PartitionContext context{effort, seeded(seed), problem_.deadline, {}};
        return multisection(graph_, tree_, context);
      });
    }
    for (int i = 0; i < plan.groupings && is_regular(tree_) && multisections > 0; ++i) {
      tries.push_back([this, seed = first_seed + i] {
        Random random = seeded(seed);
        return grouping(graph_, tree_, random, problem_.deadline);
      });
    }
    return tries;
  }

  /// The first try always runs, the others if there is time.
  std::vector<Candidate> construct(const std::vector<Try>& tries) const {
    std::vector<std::optional<Candidate>> made(tries.size());
    for_each_index(tries.size(), [&](std::size_t i) {
      if (i == 0 || !problem_.deadline.passed()) made[i] = candidate_of(tries[i]());
    });
    std::vector<Candidate> candidates;
    for (auto& candidate : made) {
      if (candidate) candidates.push_back(std::move(*candidate));
    }
    return candidates;
  }

  /// Refining costs the more the worse the start, and bad starts do not win: only the cheapest go on.
  void keep_promising(std::vector<Candidate>& candidates, std::size_t most) const {
    std::stable_sort(candidates.begin(), candidates.end());
    const double limit = static_cast<double>(candidates.front().cost) * kPromising;
    std::size_t count = 1;
    while (count < std::min(candidates.size(), most) && static_cast<double>(candidates[count].cost) <= limit) {
      ++count;
    }
    candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(count), candidates.end());
  }

  /// Calls work(i) for each i below `count`, on the threads there are.
  template <typename Work>
  void for_each_index(std::size_t count, Work work) const {
    std::atomic<std::size_t> next = 0;
    const auto run = [&] {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    };
    std::vector<std::jthread> helpers;
    const std::size_t threads = std::min<std::size_t>(std::max(problem_.options.threads, 1U), count);
    for (std::size_t i = 1; i < threads; ++i) helpers.emplace_back(run);
    run();
  }

  Candidate candidate_of(Layout layout) const {
    apply_pins(tree_, pins_, layout);
    const EdgeWeight cost = layout_cost(graph_, tree_, layout);
    return {std::move(layout), cost};
  }

  void refine(Candidate& candidate) const {
    candidate.cost -= refine_by_group_swaps(graph_, tree_, candidate.layout, fixed_, SwapSearch{}, problem_.deadline);
  }

  Random seeded(int i) const { return Random(problem_.options.seed * 1000003U + static_cast<std::uint64_t>(i)); }

  Layout identity() const {
    std::vector<Vertex> slots(slots_.size());
    for (std::size_t i = 0; i < slots.size(); ++i) slots[i] = static_cast<Vertex>(i);
    return Layout(std::move(slots));
  }

  /// Nothing where the mapping uses other slots.
  std::optional<Layout> layout_of(const Mapping& mapping) const {
    std::vector<Vertex> slot_of(mapping.size());
    std::vector<char> used(slots_.size(), 0);
    for (std::size_t role = 0; role < mapping.size(); ++role) {
      slot_of[role] = local_slot(mapping[role]);
      if (slot_of[role] >= slots_.size() || slots_[slot_of[role]] != mapping[role]) return std::nullopt;
      used[slot_of[role]] = 1;
    }
    for (std::size_t slot = 0; slot < used.size(); ++slot) {
      if (!used[slot]) slot_of.push_back(static_cast<Vertex>(slot));
    }
    return Layout(std::move(slot_of));
  }

  Mapping to_mapping(const Layout& layout) const {
    Mapping mapping(problem_.affinity.roles());
    for (std::size_t role = 0; role < mapping.size(); ++role) mapping[role] = slots_[layout.slot_of[role]];
    return mapping;
  }

  const MapProblem& problem_;
  std::vector<Slot> slots_;
  SlotTree tree_;
  Graph graph_;
  std::vector<Pin> pins_;
  std::vector<char> fixed_;
  std::optional<BoxTiling> tiling_;  // where the affinity is a grid
};

}  // namespace

Mapping map_to_tree(const MapProblem& problem) { return TreeMapper(problem).run(); }

Mapping improve_on_tree(const MapProblem& problem, const Mapping& start) { return TreeMapper(problem).improve(start); }

}  // namespace topomorph
