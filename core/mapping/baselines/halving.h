// Halves roles and slots together until one role is on one slot: the common part of graph and geometric bisection.
#pragma once

#include <span>
#include <vector>

#include "core/base/successive.h"
#include "core/mapping/baselines/linear_order.h"
#include "core/mapping/graph/graph.h"
#include "core/mapping/problem/problem.h"

namespace topomorph::mapping {

/// Returns as many slots as there are roles: the first of linear_order().
inline std::vector<Slot> used_slots(const Problem& problem) {
  std::vector<Slot> slots = linear_order(problem.topology);
  slots.resize(problem.roles());
  return slots;
}

/// Maps first halves onto first halves. `halve(roles, slots)` moves the first half of both sets, which have equal sizes
/// and the larger half second, to the front. Elements are numbers of roles, and numbers in the list of used slots.
template <typename Halve>
void assign_halves(std::span<Vertex> roles, std::span<Vertex> slots, Halve& halve, std::span<Vertex> slot_of) {
  if (roles.size() == 1) {
    slot_of[roles[0]] = slots[0];
    return;
  }
  halve(roles, slots);
  const std::size_t half = roles.size() / 2;
  assign_halves(roles.first(half), slots.first(half), halve, slot_of);
  assign_halves(roles.subspan(half), slots.subspan(half), halve, slot_of);
}

/// Returns the mapping onto used_slots().
template <typename Halve>
Mapping map_by_halves(std::span<const Slot> used, Halve& halve) {
  auto roles = successive<Vertex>(used.size()), slots = roles;
  std::vector<Vertex> slot_of(used.size());
  assign_halves(std::span(roles), std::span(slots), halve, slot_of);
  Mapping mapping(used.size());
  for (std::size_t role = 0; role < used.size(); ++role) mapping[role] = used[slot_of[role]];
  return mapping;
}

}  // namespace topomorph::mapping
