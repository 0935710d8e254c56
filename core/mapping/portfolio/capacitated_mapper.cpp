// The mapper for several roles on a slot, loads, speeds and roles confined to parts of a tree, and its constructions.
#include "core/mapping/portfolio/capacitated_mapper.h"

#include <algorithm>
#include <optional>

#include "core/mapping/portfolio/components.h"
#include "core/mapping/portfolio/tree_mapper.h"
#include "core/mapping/search/exact.h"
#include "core/mapping/search/exchange_refiner.h"
#include "core/mapping/slots/tree_symmetries.h"
#include "core/mapping/starts/deep_multilevel.h"

namespace topomorph::mapping {
namespace {

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

namespace {

/// Returns the mapping for trees to few slots (0), or to the number-th choice of slots that leaves hosts room.
std::optional<Mapping> map_to_places(const Problem& problem, std::uint64_t number) {
  if (number == 0) return map_to_tree(problem);
  const std::vector<SlotChoice> rooms = rooms_of(problem);
  return number <= rooms.size() ? std::optional(map_with_room(problem, rooms[number - 1])) : std::nullopt;
}

/// Returns the places that each confined role may have; nothing for others.
std::vector<Interval> parts_on_places(const Problem& problem, std::uint64_t places) {
  std::vector<Interval> parts = allowed_slots(problem);
  for (const PinnedRole& pin : problem.options.pinned) parts[pin.role] = {};
  for (Interval& part : parts) {
    part = part.size() < problem.slots() ? Interval{part.begin * places, part.end * places} : Interval{};
  }
  return parts;
}

}  // namespace

std::optional<std::vector<Vertex>> construct_on_places(const Search& search, std::uint64_t number) {
  const Instance& instance = search.instance;
  const Problem& problem = instance.problem();
  const std::uint64_t shared = (instance.vertices() + instance.slots() - 1) / instance.slots();
  const std::uint64_t places =
      std::min<std::uint64_t>(instance.limits().places, std::max(2 * shared, kCapacitated.many_on_a_slot));
  if (places * instance.slots() > kCapacitated.most_places) return std::nullopt;
  const TreeTopology expanded = problem.tree->with_places(places);
  MapOptions options = problem.options;
  options.sharing = {};
  options.grid.reset();
  options.launcher_order.reset();
  std::vector<std::uint64_t> used(instance.slots(), 0);
  for (PinnedRole& pin : options.pinned) pin.slot = pin.slot * places + used[pin.slot]++;
  const auto overfull = std::any_of(used.begin(), used.end(), [&](std::uint64_t count) { return count > places; });
  if (overfull) return std::nullopt;
  const Problem on_places{problem.affinity, expanded,        &expanded,  options,
                          problem.deadline, problem.workers, problem.map};
  auto mapping = map_to_places(on_places, number);
  if (!mapping) return std::nullopt;
  if (!problem.options.sharing.confined.empty())
    bring_into_parts(on_places, parts_on_places(problem, places), *mapping);
  std::vector<Vertex> slots;
  for (const Slot place : *mapping) slots.push_back(static_cast<Vertex>(place / places));
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

namespace {

class CapacitatedMapper {
 public:
  explicit CapacitatedMapper(const Problem& problem)
      : instance_(Instance::within_limits(problem)), search_{instance_, plan_, problem.workers} {}

  Mapping improve(const Mapping& start) {
    consider(*instance_.slots_of(start));
    if (!best_) return start;
    if (const auto optimum = exact()) return instance_.to_mapping(*optimum);
    return instance_.to_mapping(*best_);
  }

  Mapping run() {
    consider("balanced");
    if (const auto optimum = exact()) return instance_.to_mapping(*optimum);
    consider("launcher");
    const std::uint64_t shared = (instance_.vertices() + instance_.slots() - 1) / instance_.slots();
    const std::uint64_t many = kCapacitated.many_on_a_slot;
    if (instance_.limits().places >= many && shared >= many / 2) {
      consider_parts();
    } else {
      for (std::uint64_t i = 0; i <= kTree.rooms.size() && (i == 0 || !search_.is_over()); ++i) consider("places", i);
    }
    return instance_.to_mapping(*best_);
  }

 private:
  std::optional<std::vector<Vertex>> exact() const {
    if (instance_.vertices() > kCapacitated.exact_roles) return std::nullopt;
    return best_within_limits(instance_.graph(), instance_.tree(), instance_.limits(), best_->assignment.slot_of,
                              kCapacitated.exact_budget);
  }

  /// Constructs parts. Preset best repeats this with other seeds until it has done its work, or gained nothing for
  /// long.
  void consider_parts() {
    const std::uint64_t tries = instance_.options().preset == Preset::Best ? tries_of_best() : 1;
    std::uint64_t without_gain = 0;
    for (std::uint64_t i = 0; i < tries && without_gain < kCapacitated.tries_without_gain; ++i) {
      if (i > 0 && search_.is_over()) break;
      without_gain = consider("parts", i) ? 0 : without_gain + 1;
    }
  }

  /// Returns the tries that fill the time limit at a fixed, low rate, as in evolve().
  std::uint64_t tries_of_best() const {
    const Graph& graph = instance_.graph();
    const double one = kCapacitated.seconds_per_edge * static_cast<double>(graph.edges.size()) +
                       kCapacitated.seconds_per_role * static_cast<double>(graph.vertices()) +
                       kCapacitated.seconds_per_slot * static_cast<double>(instance_.slots());
    return static_cast<std::uint64_t>(std::clamp(seconds_of_best(instance_.options()) / one, 1.0, 1e6));
  }

  bool consider(std::string_view constructor, std::uint64_t number = 0) {
    if (!instance_.options().runs(constructor)) return false;
    const auto found = components().constructor(constructor).construct(search_, number);
    return found && consider(found->slot_of);
  }

  /// Returns whether it is better than all before.
  bool consider(const std::vector<Vertex>& wanted) {
    Pool pool;
    pool.candidates.push_back({Assignment(wanted, instance_.slots()), 0});
    components().refiner("exchanges").refine(search_, pool);
    if (pool.candidates.empty() || (best_ && !(pool.best() < *best_))) return false;
    best_ = std::move(pool.best());
    return true;
  }

  Instance instance_;
  SearchPlan plan_;
  Search search_;
  std::optional<Candidate> best_;
};

}  // namespace

Mapping map_within_limits(const Problem& problem) { return CapacitatedMapper(problem).run(); }

Mapping use_free_slots(const Problem& problem, const Mapping& start) {
  const std::uint64_t slots = problem.slots();
  const bool too_many = slots > kCapacitated.free_slots && slots / kCapacitated.free_slots_per_role > problem.roles();
  return too_many ? start : CapacitatedMapper(problem).improve(start);
}

}  // namespace topomorph::mapping
