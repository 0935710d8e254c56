// The constructor for process grids on trees: takes the cheapest tiling of the lattice, which is known or recognised.
#include "core/mapping/grids/lattice_tilings.h"

#include <cmath>

#include "core/mapping/grids/box_tiling.h"
#include "core/mapping/grids/guillotine_tiling.h"
#include "core/mapping/grids/lattice_division.h"
#include "core/mapping/grids/recognition.h"
#include "core/mapping/problem/parameters.h"

namespace topomorph::mapping {

namespace {

using Quality = Construction::Quality;

/// The cheapest of the tilings so far.
class Cheapest {
 public:
  /// On small trees, where much traffic is off the lattice, and where volumes differ much from their mean, other
  /// constructions than tilings are worth their time: they use these differences, which the bound does not know.
  Cheapest(const Instance& instance, const Lattice& lattice, const LatticeSteps& steps)
      : instance_(instance),
        is_sound_(instance.slots() > kTree.very_small && lattice.is_full() && lattice.is_whole &&
                  steps.share >= kTiling.sound),
        tight_(steps.spread > kTiling.most_spread    ? 0
               : instance.slots() > kTree.many       ? kTiling.tight_of_many
               : instance.slots() > kTree.very_small ? kTiling.tight
                                                     : 1 + kTiling.exact) {}

  /// Considers a mapping, which is tight if all traffic costs hardly more than the bound.
  void consider(std::vector<Vertex> slot_of, double bound = 0) {
    add_free_slots(slot_of, instance_.vertices(), instance_.slots());  // vertices without edges come last
    const EdgeWeight cost = instance_.cost_of(slot_of);
    if (best_ && cost >= least_) return;
    const bool is_tight = static_cast<double>(cost) <= tight_ * bound;
    best_ = Construction{std::move(slot_of), is_tight ? Quality::Tight : is_sound_ ? Quality::Good : Quality::Ordinary};
    least_ = cost;
  }
  /// Ends the search with a tiling of a pure grid that costs no more than the bound. On many slots a tight one is
  /// enough: swaps would take seconds and gain nothing.
  void settle(const BoxTilings& tilings) {
    if (!is_tight()) return;
    const double least = static_cast<double>(least_);
    const bool is_pure = std::abs(least - tilings.cost) <= kTiling.exact * tilings.cost;
    const bool meets_bound = least <= (1 + kTiling.exact) * tilings.bound;
    if (is_pure && (meets_bound || instance_.slots() > kTree.many)) best_->quality = Quality::Optimal;
  }
  bool is_tight() const { return best_ && best_->quality >= Quality::Tight; }
  std::optional<Construction> take() { return std::move(best_); }

 private:
  const Instance& instance_;
  bool is_sound_;
  double tight_;
  std::optional<Construction> best_;
  EdgeWeight least_ = 0;
};

/// Returns what the most compact shapes would cost.
double tile_regular(const Instance& instance, const Lattice& lattice, std::span<const LatticeStep> steps,
                    Cheapest& cheapest) {
  const std::size_t count = instance.slots() > kTree.many ? 1 : kTiling.kinds;
  BoxTilings tilings = tile_by_boxes(lattice, steps, instance.tree(), count);
  for (auto& slot_of : tilings.slot_of) cheapest.consider(std::move(slot_of), tilings.bound);
  cheapest.settle(tilings);
  return tilings.bound;
}

/// Returns the number of points times that of the orders of the axes.
std::size_t work_of_division(const Lattice& lattice) {
  std::size_t work = lattice.point_of.size();
  for (std::size_t a = 2; a <= lattice.axes; ++a) work *= a;
  return work;
}

/// Returns the lowest level from which on all nodes of a level have equally many slots.
std::size_t lowest_even_level(const TreeTopology& tree) {
  std::size_t level = tree.levels();
  const auto is_even = [&](std::size_t of) {
    const std::uint64_t nodes = tree.nodes(of);
    for (std::size_t node = 0; node <= nodes; ++node) {
      if (tree.level(of).begin[node] * nodes != node * tree.slots()) return false;
    }
    return true;
  };
  while (level > 1 && is_even(level - 1)) --level;
  return level;
}

/// Tiles hosts by boxes where only the nodes in them differ, such as two packages that share 27 slots.
void tile_hosts(const Instance& instance, const Lattice& lattice, std::span<const LatticeStep> steps,
                Cheapest& cheapest) {
  const TreeTopology& tree = instance.tree().tree();
  const std::size_t hosts = lowest_even_level(tree);
  if (hosts == tree.levels() || work_of_division(lattice) > kTiling.most_divided) return;
  std::vector<TreeLevel> levels;
  for (std::size_t level = hosts; level <= tree.levels(); ++level) levels.push_back(tree.level(level));
  BoxTilings tilings = tile_by_boxes(lattice, steps, SlotTree(TreeTopology(std::move(levels))), kTiling.kinds);
  for (auto& slot_of : tilings.slot_of) {
    divide_below(instance.graph(), lattice, steps, instance.tree(), hosts, slot_of);
    cheapest.consider(std::move(slot_of));
    if (instance.deadline().passed()) return;
  }
}

/// Returns the lattice of the grid if it is known, else the one found in the graph.
std::optional<Lattice> lattice_in(const Instance& instance) {
  const auto& grid = instance.options().grid;
  auto known = grid ? lattice_of(*grid) : std::nullopt;
  return known ? known : recognise_lattice(instance.graph());
}

}  // namespace

std::optional<Construction> tile_lattice(const Instance& instance) {
  const auto lattice = lattice_in(instance);
  if (!lattice) return std::nullopt;
  const LatticeSteps found = steps_of(instance.graph(), *lattice, instance.problem().workers);
  Cheapest cheapest(instance, *lattice, found);
  const bool can_divide = work_of_division(*lattice) <= kTiling.most_divided;
  double bound = 0;
  if (is_regular(instance.tree())) {
    bound = tile_regular(instance, *lattice, found.steps, cheapest);
  } else {
    tile_hosts(instance, *lattice, found.steps, cheapest);
  }
  const auto goes_on = [&] { return !cheapest.is_tight() && !instance.deadline().passed(); };
  const std::size_t levels = can_divide ? instance.tree().tree().levels() : 2;
  for (std::size_t level = 1; level < levels && goes_on(); ++level) {
    auto cut = tile_by_cuts(*lattice, found.steps, instance.tree(), level, kTiling.most_cuts);
    if (!cut) continue;
    if (level > 1) divide_below(instance.graph(), *lattice, found.steps, instance.tree(), level, *cut);
    cheapest.consider(*std::move(cut), bound);
  }
  if (goes_on() && can_divide) {
    cheapest.consider(divide_lattice(instance.graph(), *lattice, found.steps, instance.tree()), bound);
  }
  return cheapest.take();
}

}  // namespace topomorph::mapping
