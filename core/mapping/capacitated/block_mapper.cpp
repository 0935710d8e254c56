// The mapper for everything but one role per slot.
#include "core/mapping/capacitated/block_mapper.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "core/mapping/capacitated/deep_multilevel.h"
#include "core/mapping/capacitated/exchange_refiner.h"
#include "core/mapping/capacitated/exhaustive.h"
#include "core/mapping/presets.h"
#include "core/mapping/tree/tree_mapper.h"

namespace topomorph::mapping {

namespace {

class BlockMapper {
 public:
  explicit BlockMapper(const MapProblem& problem)
      : problem_(problem),
        limits_(limits_of(problem, balanced_)),
        tree_(*problem.tree),
        graph_(scaled_graph(problem.affinity, problem.options.weight, problem.affinity.roles(),
                            kLargestCost / std::max<EdgeWeight>(tree_.distance(tree_.tree().levels()), 1))) {
    graph_.size = limits_.load;
  }

  Mapping improve(const Mapping& start) {
    consider(to_slots(start));
    if (best_.empty()) return start;
    return to_mapping(exact().value_or(best_));
  }

  Mapping run() {
    consider(balanced_);
    if (const auto best = exact()) return to_mapping(*best);
    if (problem_.options.launcher_order) consider(to_slots(*problem_.options.launcher_order));
    const std::uint64_t shared = (graph_.vertices() + tree_.slots() - 1) / tree_.slots();
    if (limits_.places >= kCapacitated.many_on_a_slot && shared >= kCapacitated.many_on_a_slot / 2) {
      consider_parts();
    } else {
      consider(on_places(std::min<std::uint64_t>(limits_.places, std::max(2 * shared, kCapacitated.many_on_a_slot))));
    }
    return to_mapping(best_);
  }

 private:
  /// The optimum, where there are few roles.
  std::optional<std::vector<Vertex>> exact() const {
    if (graph_.vertices() > kCapacitated.exact_roles) return std::nullopt;
    return best_within_limits(graph_, tree_, limits_, best_, kCapacitated.exact_budget);
  }

  static constexpr EdgeWeight kLargestCost = EdgeWeight{1} << 60;

  /// The preset best goes on with other seeds until it has done its work, or gained nothing for long.
  void consider_parts() {
    const CapacitatedPlan plan = capacitated_plan(problem_.options.preset);
    const std::uint64_t tries = problem_.options.preset == Preset::Best ? tries_of_best() : 1;
    std::uint64_t in_vain = 0;
    for (std::uint64_t seed = 0; seed < tries && in_vain < kCapacitated.tries_without_gain; ++seed) {
      if (seed > 0 && problem_.deadline.passed()) break;
      PartitionContext context{
          plan.first, Random(problem_.options.seed * kPortfolio.seed_stride + seed), problem_.deadline, {}};
      const bool gained = consider(deep_multilevel(graph_, tree_, capacities(), plan, context));
      in_vain = gained ? 0 : in_vain + 1;
    }
  }

  /// The work of the time limit at a fixed, low rate, as in evolve().
  std::uint64_t tries_of_best() const {
    const double seconds = seconds_of_best(problem_.options);
    const double one = kCapacitated.seconds_per_edge * static_cast<double>(graph_.edges.size()) +
                       kCapacitated.seconds_per_role * static_cast<double>(graph_.vertices()) +
                       kCapacitated.seconds_per_slot * static_cast<double>(tree_.slots());
    return static_cast<std::uint64_t>(std::clamp(seconds / one, 1.0, 1e6));
  }

  /// Rooms of the slots, where there is no limit: as if the limit on the number of roles were one on loads.
  std::vector<std::int64_t> capacities() const {
    std::vector<std::int64_t> capacity = limits_.capacity;
    const auto roles = static_cast<std::uint64_t>(graph_.vertices());
    const auto places = static_cast<std::int64_t>(std::min(limits_.places, roles));
    const std::int64_t mean = graph_.total_size() / static_cast<std::int64_t>(roles) + 1;
    for (std::int64_t& room : capacity) room = std::min(room, places * mean);
    return capacity;
  }

  /// The problem with `places` places of its own on each slot and no other limits.
  std::vector<Vertex> on_places(std::uint64_t places) const {
    if (places * tree_.slots() > kCapacitated.most_places) return balanced_;
    const TreeTopology expanded = with_places(*problem_.tree, places);
    MapOptions options = problem_.options;
    options.sharing = {};
    options.grid.reset();
    options.launcher_order.reset();
    std::vector<std::uint64_t> used(tree_.slots(), 0);
    for (PinnedRole& pin : options.pinned) pin.slot = pin.slot * places + used[pin.slot]++;
    const auto overfull = std::any_of(used.begin(), used.end(), [&](std::uint64_t count) { return count > places; });
    if (overfull) return balanced_;
    const Mapping mapping = map_to_tree({problem_.affinity, expanded, &expanded, options, problem_.deadline});
    std::vector<Vertex> slots;
    for (const Slot place : mapping) slots.push_back(static_cast<Vertex>(place / places));
    return slots;
  }

  static TreeTopology with_places(const TreeTopology& tree, std::uint64_t places) {
    if (places == 1) return tree;
    TreeLevel slots{"slot", 0, {}};
    for (Slot slot = 0; slot <= tree.slots(); ++slot) slots.begin.push_back(slot * places);
    std::vector<TreeLevel> levels = {std::move(slots)};
    for (std::size_t l = 1; l <= tree.levels(); ++l) {
      TreeLevel level = tree.level(l);
      for (Slot& begin : level.begin) begin *= places;
      levels.push_back(std::move(level));
    }
    return TreeTopology(std::move(levels));
  }

  /// Makes it keep the limits, refines it, and keeps the best. Returns whether it is that.
  bool consider(const std::vector<Vertex>& wanted) {
    Occupancy occupancy(limits_, tree_.slots());
    const auto cost = [&](Vertex v, Slot slot) { return cost_on(graph_, tree_, occupancy, v, slot); };
    if (!seat(occupancy, wanted, limits_, cost)) return false;
    if (graph_.vertices() <= kCapacitated.many_roles) refine_by_exchanges(graph_, tree_, occupancy, problem_.deadline);
    const EdgeWeight found = assignment_cost(graph_, tree_, occupancy.slots());
    if (!best_.empty() && found >= least_) return false;
    best_ = occupancy.slots();
    least_ = found;
    return true;
  }

  static std::vector<Vertex> to_slots(const Mapping& mapping) {
    std::vector<Vertex> slots;
    for (const Slot slot : mapping) slots.push_back(static_cast<Vertex>(slot));
    return slots;
  }
  static Mapping to_mapping(const std::vector<Vertex>& slots) { return {slots.begin(), slots.end()}; }

  const MapProblem& problem_;
  std::vector<Vertex> balanced_;  // an assignment that keeps the limits, made with them
  Limits limits_;
  SlotTree tree_;
  Graph graph_;
  std::vector<Vertex> best_;
  EdgeWeight least_ = 0;
};

}  // namespace

Mapping map_within_limits(const MapProblem& problem) { return BlockMapper(problem).run(); }

Mapping use_free_slots(const MapProblem& problem, const Mapping& start) {
  const std::uint64_t slots = problem.tree->slots();
  if (slots > kCapacitated.free_slots && slots / kCapacitated.free_slots_per_role > problem.affinity.roles())
    return start;
  return BlockMapper(problem).improve(start);
}

}  // namespace topomorph::mapping
