// The input of every mapping algorithm: affinity, topology, options, deadline and threads.
#include "core/mapping/problem/problem.h"

#include <algorithm>

#include "core/base/successive.h"
#include "core/mapping/problem/parameters.h"

namespace topomorph::mapping {

bool Problem::has_few_roles() const { return roles() <= kQap.most_roles; }

std::vector<Slot> Problem::pinned_slots() const {
  std::vector<Slot> slots;
  for (const PinnedRole& pin : options.pinned) slots.push_back(pin.slot);
  return slots;
}

Mapping identity_mapping(std::uint64_t roles) { return successive<Slot>(roles); }

void put_pinned(std::span<const PinnedRole> pinned, Mapping& mapping) {
  for (const PinnedRole& pin : pinned) {
    const auto there = std::find(mapping.begin(), mapping.end(), pin.slot);
    if (there != mapping.end()) *there = mapping[pin.role];
    mapping[pin.role] = pin.slot;
  }
}

Cost cost_of(const Problem& problem, const Mapping& mapping) {
  return problem.workers.sum(problem.roles(), Cost{0}, [&](Cost& cost, Role source) {
    for (const AffinityEntry& entry : problem.affinity.row(source)) {
      cost += Cost{volume_of(entry, problem.options.weight)} *
              problem.topology.distance(mapping[source], mapping[entry.destination]);
    }
  });
}

MapOptions options_within(const Problem& problem) {
  MapOptions options = problem.options;
  options.preset = std::min(options.preset, Preset::Default);
  options.time_limit = problem.deadline.left();
  options.launcher_order.reset();
  options.grid.reset();
  options.pinned.clear();
  options.sharing = {};
  return options;
}

PartialProblem::PartialProblem(const Problem& whole, std::vector<Slot> slots, Shape shape, Pins pins)
    : slots_(std::move(slots)),
      options_(options_within(whole)),
      tree_(shape == Shape::Tree ? std::optional(whole.tree->restricted_to(slots_)) : std::nullopt),
      part_(shape == Shape::Tree
                ? std::nullopt
                : std::optional<topology::RestrictedTopology>(std::in_place, borrowed(whole.topology), slots_)),
      problem_{whole.affinity, topology(),     tree_ ? &*tree_ : nullptr, options_, whole.deadline, whole.workers,
               whole.map,      whole.parameter} {
  options_.grid = whole.options.grid;  // the roles are the same
  if (pins == Pins::Keep) options_.pinned = whole.options.pinned;
  for (PinnedRole& pin : options_.pinned) pin.slot = number_of(pin.slot);
}

Slot PartialProblem::number_of(Slot slot) const {
  return static_cast<Slot>(std::lower_bound(slots_.begin(), slots_.end(), slot) - slots_.begin());
}

Mapping PartialProblem::to_whole(Mapping mapping) const {
  for (Slot& slot : mapping) slot = slots_[slot];
  return mapping;
}

std::optional<Mapping> PartialProblem::to_part(const Mapping& mapping) const {
  Mapping inside;
  for (const Slot slot : mapping) {
    const Slot number = number_of(slot);
    if (number == slots_.size() || slots_[number] != slot) return std::nullopt;
    inside.push_back(number);
  }
  return inside;
}

}  // namespace topomorph::mapping
