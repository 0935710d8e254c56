// The constructions of the mapper for several roles on a slot.
#include "core/mapping/capacitated/constructions.h"

#include <algorithm>

#include "core/mapping/capacitated/deep_multilevel.h"
#include "core/mapping/capacitated/exchange_refiner.h"
#include "core/mapping/tree/tree_mapper.h"

namespace topomorph::mapping {

namespace {

TreeTopology with_places(const TreeTopology& tree, std::uint64_t places) {
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

/// Returns the room of each slot as a limit on loads, which also stands for the limit on the number of roles.
std::vector<std::int64_t> capacities(const Instance& instance) {
  const Limits& limits = instance.limits();
  std::vector<std::int64_t> capacity = limits.capacity;
  const auto roles = static_cast<std::uint64_t>(instance.vertices());
  const auto places = static_cast<std::int64_t>(std::min(limits.places, roles));
  const std::int64_t mean = instance.graph().total_size() / static_cast<std::int64_t>(roles) + 1;
  for (std::int64_t& room : capacity) room = std::min(room, places * mean);
  return capacity;
}

}  // namespace

std::vector<Vertex> construct_on_places(const Search& search) {
  const Instance& instance = search.instance;
  const Problem& problem = instance.problem();
  const std::uint64_t shared = (instance.vertices() + instance.slots() - 1) / instance.slots();
  const std::uint64_t places =
      std::min<std::uint64_t>(instance.limits().places, std::max(2 * shared, kCapacitated.many_on_a_slot));
  if (places * instance.slots() > kCapacitated.most_places) return instance.balanced();
  const TreeTopology expanded = with_places(*problem.tree, places);
  MapOptions options = problem.options;
  options.sharing = {};
  options.grid.reset();
  options.launcher_order.reset();
  std::vector<std::uint64_t> used(instance.slots(), 0);
  for (PinnedRole& pin : options.pinned) pin.slot = pin.slot * places + used[pin.slot]++;
  const auto overfull = std::any_of(used.begin(), used.end(), [&](std::uint64_t count) { return count > places; });
  if (overfull) return instance.balanced();
  const Mapping mapping =
      map_to_tree({problem.affinity, expanded, &expanded, options, problem.deadline, problem.workers});
  std::vector<Vertex> slots;
  for (const Slot place : mapping) slots.push_back(static_cast<Vertex>(place / places));
  return slots;
}

std::vector<Vertex> construct_parts(const Search& search, std::uint64_t number) {
  const Instance& instance = search.instance;
  const CapacitatedPlan plan = capacitated_plan(search.options().preset);
  const std::uint64_t seed = search.options().seed * kPortfolio.seed_stride + number;
  PartitionContext context{plan.first, Random(seed), instance.deadline(), {}};
  return deep_multilevel(instance.graph(), instance.tree(), capacities(instance), plan, context);
}

std::optional<Candidate> refined_within_limits(const Instance& instance, const std::vector<Vertex>& wanted) {
  Occupancy occupancy(instance.limits(), instance.slots());
  const auto cost = [&](Vertex v, Slot slot) {
    return cost_at(instance.graph(), instance.tree(), occupancy.slots(), v, slot);
  };
  if (!repair_within_limits(occupancy, wanted, instance.limits(), cost)) return std::nullopt;
  if (instance.vertices() <= kCapacitated.many_roles) {
    refine_by_exchanges(instance.graph(), instance.tree(), occupancy, instance.deadline());
  }
  return Candidate{Assignment(occupancy.slots(), instance.slots()), instance.cost_of(occupancy.slots())};
}

}  // namespace topomorph::mapping
