// The mapper for trees: several constructions, refined, and the best of them.
#include "core/mapping/tree_mapper.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <thread>

#include "core/mapping/grouping.h"
#include "core/mapping/multisection.h"
#include "core/mapping/pins.h"
#include "core/mapping/slot_choice.h"
#include "core/mapping/swap_refiner.h"

namespace topomorph {

namespace {

struct Plan {
  Effort effort;
  int multisections = 1;
  int groupings = 0;
};

Plan plan_for(Preset preset, std::size_t slots) {
  switch (preset) {
    case Preset::Fast: return {{1, 4, 6}, 1, 0};
    case Preset::Default: return slots <= 20000 ? Plan{{3, 6, 8}, 4, 1} : Plan{{2, 6, 8}, 1, 1};
    case Preset::Best: return {{8, 10, 12}, slots <= 20000 ? 16 : 4, 4};
  }
  return {};
}

/// The problem cut down to the slots that are used, in the terms of the algorithms.
class TreeMapper {
 public:
  explicit TreeMapper(const MapProblem& problem)
      : problem_(problem), slots_(slots_of(problem)), tree_(problem.tree->restricted_to(slots_)),
        graph_(scaled_graph(problem.affinity, problem.options.weight, slots_.size(), kLargestCost / largest_distance())),
        fixed_(slots_.size(), 0) {
    for (const PinnedRole& pin : problem.options.pinned) {
      pins_.push_back({static_cast<Vertex>(pin.role), local_slot(pin.slot)});
      fixed_[pin.role] = 1;
    }
  }

  Mapping run() {
    const auto tries = make_tries();
    std::vector<std::optional<Layout>> layouts(tries.size());
    run_all(tries, layouts);
    const Layout* best = nullptr;
    EdgeWeight best_cost = 0;
    for (const auto& layout : layouts) {
      if (!layout) continue;
      const EdgeWeight cost = layout_cost(graph_, tree_, *layout);
      if (best == nullptr || cost < best_cost) best = &*layout, best_cost = cost;
    }
    return to_mapping(*best);
  }

  Mapping improve(const Mapping& start) const {
    std::optional<Layout> layout = layout_of(start);
    if (!layout) return start;
    pin_and_refine(*layout);
    return to_mapping(*layout);
  }

 private:
  using Try = std::function<Layout()>;

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

  std::vector<Try> make_tries() const {
    const Plan plan = plan_for(problem_.options.preset, slots_.size());
    std::vector<Try> tries = {[this] { return identity(); }};
    if (problem_.options.launcher_order) {
      if (auto order = layout_of(*problem_.options.launcher_order)) tries.push_back([order] { return *order; });
    }
    for (int i = 0; i < plan.multisections; ++i) {
      tries.push_back([this, plan, i] {
        PartitionContext context{plan.effort, seeded(i), problem_.deadline, {}};
        return multisection(graph_, tree_, context);
      });
    }
    for (int i = 0; i < plan.groupings && is_regular(tree_); ++i) {
      tries.push_back([this, i] {
        Random random = seeded(i);
        return grouping(graph_, tree_, random, problem_.deadline);
      });
    }
    return tries;
  }

  /// The first try always runs, the others if there is time.
  void run_all(const std::vector<Try>& tries, std::vector<std::optional<Layout>>& layouts) const {
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
      for (std::size_t i = next++; i < tries.size(); i = next++) {
        if (i > 0 && problem_.deadline.passed()) continue;
        Layout layout = tries[i]();
        pin_and_refine(layout);
        layouts[i] = std::move(layout);
      }
    };
    std::vector<std::jthread> helpers;
    const std::size_t threads = std::min<std::size_t>(std::max(problem_.options.threads, 1U), tries.size());
    for (std::size_t i = 1; i < threads; ++i) helpers.emplace_back(work);
    work();
  }

  void pin_and_refine(Layout& layout) const {
    apply_pins(tree_, pins_, layout);
    refine_by_group_swaps(graph_, tree_, layout, fixed_, SwapSearch{}, problem_.deadline);
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
};

}  // namespace

Mapping map_to_tree(const MapProblem& problem) { return TreeMapper(problem).run(); }

Mapping improve_on_tree(const MapProblem& problem, const Mapping& start) { return TreeMapper(problem).improve(start); }

}  // namespace topomorph
