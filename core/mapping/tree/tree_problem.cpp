// A mapping problem cut down to the slots that are used, in the terms of the algorithms for trees.
#include "core/mapping/tree/tree_problem.h"

#include <algorithm>
#include <numeric>

#include "core/mapping/tree/slot_choice.h"

namespace topomorph::mapping {

namespace {

constexpr EdgeWeight kLargestCost = EdgeWeight{1} << 60;  // room for sums over both directions

std::vector<Slot> slots_of(const MapProblem& problem) {
  std::vector<Slot> pinned;
  for (const PinnedRole& pin : problem.options.pinned) pinned.push_back(pin.slot);
  return choose_slots(*problem.tree, problem.affinity.roles(), pinned);
}

EdgeWeight largest_distance(const SlotTree& tree) {
  return std::max<EdgeWeight>(tree.distance(tree.tree().levels()), 1);
}

}  // namespace

TreeProblem::TreeProblem(const MapProblem& problem)
    : problem_(problem),
      slots_(slots_of(problem)),
      tree_(problem.tree->restricted_to(slots_)),
      graph_(scaled_graph(problem.affinity, problem.options.weight, slots_.size(),
                          kLargestCost / largest_distance(tree_))),
      fixed_(slots_.size(), 0) {
  for (const PinnedRole& pin : problem.options.pinned) {
    pins_.push_back({static_cast<Vertex>(pin.role), local_slot(pin.slot)});
    fixed_[pin.role] = 1;
  }
}

Vertex TreeProblem::local_slot(Slot slot) const {
  return static_cast<Vertex>(std::lower_bound(slots_.begin(), slots_.end(), slot) - slots_.begin());
}

Layout TreeProblem::identity() const {
  std::vector<Vertex> slots(slots_.size());
  std::iota(slots.begin(), slots.end(), Vertex{0});
  return Layout(std::move(slots));
}

std::optional<Layout> TreeProblem::layout_of(const Mapping& mapping) const {
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

Mapping TreeProblem::to_mapping(const Layout& layout) const {
  Mapping mapping(problem_.affinity.roles());
  for (std::size_t role = 0; role < mapping.size(); ++role) mapping[role] = slots_[layout.slot_of[role]];
  return mapping;
}

Candidate TreeProblem::candidate_of(Layout layout) const {
  apply_pins(tree_, pins_, layout);
  const EdgeWeight cost = layout_cost(graph_, tree_, layout);
  return {std::move(layout), cost};
}

EdgeWeight TreeProblem::least_cost() const {
  EdgeWeight twice = 0;
  for (const Edge& edge : graph_.edges) twice += edge.weight * tree_.distance(1);
  return twice / 2;
}

}  // namespace topomorph::mapping
