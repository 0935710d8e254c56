// A mapping problem on any topology, cut down to the slots that are looked at, in the terms of the algorithms here.
#include "core/mapping/network/network_problem.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "core/mapping/capacitated/limits.h"
#include "core/mapping/network/region.h"
#include "core/mapping/network/seating.h"
#include "core/mapping/presets.h"

namespace topomorph::mapping {

namespace {

constexpr EdgeWeight kLargestCost = EdgeWeight{1} << 60;  // room for sums over both directions

/// Few roles on a very large grid need no more than this: finding the neighbours takes seconds for
/// kRegion.most_on_grid.
std::uint64_t most_on_grid(std::uint64_t all, std::uint64_t roles) {
  return all <= kRegion.very_many || roles > kRegion.most_on_grid / kRegion.room_on_grid
             ? kRegion.most_on_grid
             : std::max(kRegion.few_on_grid, kRegion.room_on_grid * roles);
}

/// Of the parts that roles are confined to as many slots as there are roles: one of them is always free.
void add_parts(const MapProblem& problem, std::vector<Slot>& needed) {
  std::set<std::pair<Slot, Slot>> parts;
  for (const Interval& allowed : allowed_slots(problem)) {
    if (allowed.end - allowed.begin < problem.topology.slots()) parts.emplace(allowed.begin, allowed.end);
  }
  for (const auto& [begin, end] : parts) {
    for (Slot slot = begin; slot < std::min(end, begin + problem.affinity.roles()); ++slot) needed.push_back(slot);
  }
  std::sort(needed.begin(), needed.end());
  needed.erase(std::unique(needed.begin(), needed.end()), needed.end());
}

/// All, where that is affordable; else a compact region with room to move, and the pinned slots. In ascending order.
std::vector<Slot> slots_looked_at(const MapProblem& problem) {
  const std::uint64_t all = problem.topology.slots();
  const std::uint64_t many =
      is_grid(problem.topology) ? most_on_grid(all, problem.affinity.roles()) : kRegion.most_elsewhere;
  const std::uint64_t most = std::max(many, kRegion.slots_per_role * problem.affinity.roles());
  std::vector<Slot> pinned;
  for (const PinnedRole& pin : problem.options.pinned) pinned.push_back(pin.slot);
  if (all <= most) {
    std::vector<Slot> slots(all);
    std::iota(slots.begin(), slots.end(), Slot{0});
    return slots;
  }
  if (!problem.options.sharing.confined.empty()) add_parts(problem, pinned);
  return compact_region(problem.topology, most, problem.affinity.roles(), pinned);
}

}  // namespace

NetworkProblem::NetworkProblem(const MapProblem& problem)
    : problem_(problem),
      metric_(problem.topology, slots_looked_at(problem)),
      graph_(scaled_graph(problem.affinity, problem.options.weight, problem.affinity.roles(),
                          kLargestCost / std::max<EdgeWeight>(metric_.largest(), 1))),
      fixed_(problem.affinity.roles(), 0) {
  for (const PinnedRole& pin : problem.options.pinned) {
    pins_.emplace_back(static_cast<Vertex>(pin.role), *number_of(pin.slot));
    fixed_[pin.role] = 1;
  }
  if (problem.options.sharing.confined.empty()) return;
  for (const Interval& allowed : allowed_slots(problem)) {
    reach_.push_back({first_from(allowed.begin), first_from(allowed.end)});
  }
}

Vertex NetworkProblem::first_from(Slot slot) const {
  Vertex low = 0, high = static_cast<Vertex>(metric_.slots());
  while (low < high) {
    const Vertex middle = low + (high - low) / 2;
    metric_.slot(middle) < slot ? low = middle + 1 : high = middle;
  }
  return low;
}

std::optional<Vertex> NetworkProblem::number_of(Slot slot) const {
  const Vertex number = first_from(slot);
  return number < metric_.slots() && metric_.slot(number) == slot ? std::optional(number) : std::nullopt;
}

std::vector<Vertex> NetworkProblem::identity() const {
  std::vector<Vertex> slots(roles());
  std::iota(slots.begin(), slots.end(), Vertex{0});
  return slots;
}

std::optional<std::vector<Vertex>> NetworkProblem::slots_of(const Mapping& mapping) const {
  std::vector<Vertex> slots;
  for (const Slot slot : mapping) {
    const auto number = number_of(slot);
    if (!number) return std::nullopt;
    slots.push_back(*number);
  }
  return slots;
}

Mapping NetworkProblem::to_mapping(const Assignment& assignment) const {
  Mapping mapping;
  for (const Vertex slot : assignment.slot_of) mapping.push_back(metric_.slot(slot));
  return mapping;
}

Placed NetworkProblem::placed(std::vector<Vertex> slots_of_roles) const {
  Placed result{Assignment(std::move(slots_of_roles), slots()), 0};
  for (const auto& [role, slot] : pins_) result.assignment.put(role, slot);
  if (!reach_.empty()) seat(*this, result.assignment);
  result.cost = cost_of(result.assignment.slot_of);
  return result;
}

EdgeWeight NetworkProblem::cost_of(const std::vector<Vertex>& slot_of) const {
  EdgeWeight cost = 0;
  for (Vertex v = 0; v < roles(); ++v) {
    for (const Edge& edge : graph_.row(v)) {
      if (v < edge.to) cost += edge.weight * metric_.distance(slot_of[v], slot_of[edge.to]);
    }
  }
  return cost;
}

}  // namespace topomorph::mapping
