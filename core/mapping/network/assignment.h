// Roles on some of the slots of a network, seen from both sides; the other slots are free.
#pragma once

#include <vector>

#include "core/mapping/multilevel/graph.h"

namespace topomorph::mapping {

struct Assignment {
  std::vector<Vertex> slot_of;  ///< role -> slot
  std::vector<Vertex> role_on;  ///< slot -> role, or kNoVertex

  Assignment() = default;
  Assignment(std::vector<Vertex> slots_of_roles, std::size_t slots)
      : slot_of(std::move(slots_of_roles)), role_on(slots, kNoVertex) {
    for (std::size_t role = 0; role < slot_of.size(); ++role) role_on[slot_of[role]] = static_cast<Vertex>(role);
  }
  /// The role goes to the slot; who is there changes places with it.
  void put(Vertex role, Vertex slot) {
    const Vertex from = slot_of[role], other = role_on[slot];
    role_on[from] = other;
    if (other != kNoVertex) slot_of[other] = from;
    role_on[slot] = role;
    slot_of[role] = slot;
  }
};

}  // namespace topomorph::mapping
