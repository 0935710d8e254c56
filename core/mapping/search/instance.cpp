// A mapping problem as the searches need it: a scaled graph, the slots that are searched, their distances, limits.
#include "core/mapping/search/instance.h"

#include <algorithm>
#include <set>

#include "core/base/successive.h"
#include "core/mapping/problem/parameters.h"
#include "core/mapping/problem/slot_selection.h"
#include "core/mapping/slots/slot_tree.h"

namespace topomorph::mapping {

namespace {

/// Returns fewer slots for few roles on a very large grid.
std::uint64_t most_on_grid(std::uint64_t all, std::uint64_t roles) {
  const bool usual = all <= kRegion.very_many || roles > kRegion.most_on_grid / kRegion.room_on_grid;
  return usual ? kRegion.most_on_grid : std::max(kRegion.few_on_grid, kRegion.room_on_grid * roles);
}

/// Adds as many slots as there are roles of each part that roles are confined to: one of them is always free.
void add_parts(const Problem& problem, std::vector<Slot>& needed) {
  std::set<std::pair<Slot, Slot>> parts;
  for (const Interval& allowed : allowed_slots(problem)) {
    if (allowed.size() < problem.slots()) parts.emplace(allowed.begin, allowed.end);
  }
  for (const auto& [begin, end] : parts) {
    for (Slot slot = begin; slot < std::min(end, begin + problem.roles()); ++slot) needed.push_back(slot);
  }
  std::sort(needed.begin(), needed.end());
  needed.erase(std::unique(needed.begin(), needed.end()), needed.end());
}

/// Returns all slots if they are affordable; else a compact region with room to move, and the pinned slots.
std::vector<Slot> slots_looked_at(const Problem& problem) {
  const std::uint64_t all = problem.slots();
  const std::uint64_t many = is_grid(problem.topology) ? most_on_grid(all, problem.roles()) : kRegion.most_elsewhere;
  const std::uint64_t most = std::max(many, kRegion.slots_per_role * problem.roles());
  if (all <= most) return successive<Slot>(all);
  std::vector<Slot> needed = problem.pinned_slots();
  if (!problem.options.sharing.confined.empty()) add_parts(problem, needed);
  return compact_region(problem.topology, most, problem.roles(), needed);
}

}  // namespace

Instance::Instance(const Problem& problem, std::vector<Slot> slots) : problem_(problem), slots_(std::move(slots)) {}

Instance Instance::on_tree(const Problem& problem) {
  return on_tree(problem, choose_slots(*problem.tree, problem.roles(), problem.pinned_slots()));
}

Instance Instance::on_tree(const Problem& problem, std::vector<Slot> slots) {
  Instance instance(problem, std::move(slots));
  instance.tree_ = std::make_unique<SlotTree>(problem.tree->restricted_to(instance.slots_));
  instance.scale_graph(instance.slots(), instance.tree_->largest_distance());
  instance.read_pins();
  return instance;
}

Instance Instance::on_network(const Problem& problem) {
  Instance instance(problem, slots_looked_at(problem));
  instance.metric_ = std::make_unique<Metric>(problem.topology, instance.slots_);
  instance.scale_graph(problem.roles(), instance.metric_->largest());
  instance.read_pins();
  if (problem.options.sharing.confined.empty()) return instance;
  for (const Interval& allowed : allowed_slots(problem)) {
    instance.reach_.push_back({instance.first_from(allowed.begin), instance.first_from(allowed.end)});
  }
  return instance;
}

Instance Instance::within_limits(const Problem& problem) {
  Instance instance(problem, successive<Slot>(problem.slots()));
  instance.limits_ = std::make_unique<Limits>(limits_of(problem, instance.balanced_));
  instance.tree_ = std::make_unique<SlotTree>(*problem.tree);
  instance.scale_graph(problem.roles(), instance.tree_->largest_distance());
  instance.graph_.size = instance.limits_->load;
  return instance;
}

void Instance::scale_graph(std::size_t vertices, EdgeWeight largest_distance) {
  graph_ = scaled_graph(problem_.affinity, problem_.options.weight, vertices,
                        kLargestCost / std::max<EdgeWeight>(largest_distance, 1));
}

void Instance::read_pins() {
  fixed_.assign(vertices(), 0);
  for (const PinnedRole& pin : options().pinned) {
    pins_.push_back({static_cast<Vertex>(pin.role), *number_of(pin.slot)});
    fixed_[pin.role] = 1;
  }
}

Vertex Instance::first_from(Slot slot) const {
  return static_cast<Vertex>(std::lower_bound(slots_.begin(), slots_.end(), slot) - slots_.begin());
}

std::optional<Vertex> Instance::number_of(Slot slot) const {
  const Vertex number = first_from(slot);
  return number < slots() && slots_[number] == slot ? std::optional(number) : std::nullopt;
}

std::vector<Vertex> Instance::identity() const { return successive<Vertex>(vertices()); }

std::optional<std::vector<Vertex>> Instance::slots_of(const Mapping& mapping) const {
  std::vector<Vertex> slot_of;
  for (const Slot slot : mapping) {
    const auto number = number_of(slot);
    if (!number) return std::nullopt;
    slot_of.push_back(*number);
  }
  add_free_slots(slot_of, vertices(), slots());
  return slot_of;
}

Mapping Instance::to_mapping(const std::vector<Vertex>& slot_of) const {
  Mapping mapping(problem_.roles());
  for (std::size_t role = 0; role < mapping.size(); ++role) mapping[role] = slots_[slot_of[role]];
  return mapping;
}

std::vector<Vertex> Instance::compact_slots(std::uint64_t count) const {
  const auto distance = [this](Slot a, Slot b) {
    return static_cast<std::uint64_t>(metric_->distance(static_cast<Vertex>(a), static_cast<Vertex>(b)));
  };
  const auto slots =
      compact_region(this->slots(), distance, std::min<std::uint64_t>(count, this->slots()), vertices(), {});
  return {slots.begin(), slots.end()};
}

void Instance::put_pins(Assignment& assignment) const {
  if (is_on_tree()) return apply_pins(tree(), pins_, assignment);
  for (const Pin& pin : pins_) assignment.put(pin.vertex, pin.slot);
}

EdgeWeight Instance::cost_of(const std::vector<Vertex>& slot_of) const {
  if (is_on_tree()) return cost_on_tree(graph_, *tree_, slot_of);
  EdgeWeight cost = 0;
  for (Vertex v = 0; v < vertices(); ++v) {
    for (const Edge& edge : graph_.row(v)) {
      if (v < edge.to) cost += edge.weight * metric_->distance(slot_of[v], slot_of[edge.to]);
    }
  }
  return cost;
}

}  // namespace topomorph::mapping
