// An assignment that grows and changes within limits.
#pragma once

#include <algorithm>
#include <vector>

#include "core/mapping/slots/assignment.h"
#include "core/mapping/slots/limits.h"

namespace topomorph::mapping {

/// Roles on slots, several on one, with loads and limits. Roles may have no slot.
class Occupancy {
 public:
  static constexpr bool kCountsAllTries = true;  ///< see BranchAndBound

  /// No role has a slot. `marks` are the slots of further vertices, which stay there and need no room.
  Occupancy(const Limits& limits, std::size_t slots, const std::vector<Vertex>& marks = {})
      : limits_(limits), slot_of_(limits.load.size(), kNoVertex), members_(slots), load_(slots, 0) {
    slot_of_.insert(slot_of_.end(), marks.begin(), marks.end());
  }

  const std::vector<Vertex>& slots() const { return slot_of_; }  ///< of roles, then marks; kNoVertex: none
  std::vector<Vertex> slots_of_roles() const {
    return {slot_of_.begin(), slot_of_.begin() + static_cast<std::ptrdiff_t>(limits_.load.size())};
  }
  const std::vector<Vertex>& members(Slot slot) const { return members_[slot]; }
  std::int64_t load(Slot slot) const { return load_[slot]; }
  Vertex slot_of(Vertex v) const { return slot_of_[v]; }

  bool has_place(Slot slot) const { return members_[slot].size() < limits_.places; }
  bool may_be_on(Vertex v, Slot slot) const { return limits_.allowed[v].holds(slot); }
  /// Returns whether v, which is elsewhere, fits beside the roles there.
  bool fits(Vertex v, Slot slot) const {
    return may_be_on(v, slot) && has_place(slot) && load_[slot] + limits_.load[v] <= limits_.capacity[slot];
  }
  /// Returns whether v fits in the place of `other`.
  bool fits_in_place_of(Vertex v, Vertex other) const {
    const Slot slot = slot_of_[other];
    return may_be_on(v, slot) && load_[slot] - limits_.load[other] + limits_.load[v] <= limits_.capacity[slot];
  }
  bool may_swap(Vertex a, Vertex b) const { return fits_in_place_of(a, b) && fits_in_place_of(b, a); }

  /// Calls take(partner) for the ways in which v, which is elsewhere, may come to the slot: kNoVertex beside the roles
  /// there, or one of its first `most` roles in exchange.
  template <class Take>
  void for_each_partner(Vertex v, Slot slot, std::size_t most, Take take) const {
    if (!may_be_on(v, slot)) return;
    if (fits(v, slot)) take(kNoVertex);
    const auto& members = members_[slot];
    for (std::size_t i = 0; i < std::min(members.size(), most); ++i) {
      if (may_swap(v, members[i])) take(members[i]);
    }
  }

  void put(Vertex v, Slot slot);
  void take(Vertex v);
  void make(const Move& move);  ///< whatever the limits say

  /// Puts v, which has no slot, on one of its slots by a shortest chain of roles that each take the next one's place.
  /// Finds a chain if there is one and each slot has one place; with more places it finds only chains of single
  /// exchanges. Takes O(roles x slots) at worst. Returns false if nothing was changed.
  bool push_in(Vertex v);

 private:
  std::vector<Move> chain_of(Vertex v, Vertex w, Slot slot, const std::vector<Vertex>& before) const;
  bool keeps_capacities(const std::vector<Move>& chain) const;
  void apply(const std::vector<Move>& chain);

  const Limits& limits_;
  std::vector<Vertex> slot_of_;
  std::vector<std::vector<Vertex>> members_;
  std::vector<std::int64_t> load_;
};

/// Fills an empty occupancy with the wanted slots, changed as little as the limits require: puts a role that may not be
/// on its slot, or finds no room there, on the slot with room where `cost` (of a role on a slot) is least. Returns
/// false if that fails.
template <typename CostOf>
bool repair_within_limits(Occupancy& occupancy, const std::vector<Vertex>& wanted, const Limits& limits, CostOf cost) {
  std::vector<Vertex> waiting;
  for (const bool bound : {true, false}) {  // roles without a choice come first
    for (Vertex v = 0; v < wanted.size(); ++v) {
      if (limits.is_bound(v) != bound) continue;
      occupancy.fits(v, wanted[v]) ? occupancy.put(v, wanted[v]) : waiting.push_back(v);
    }
  }
  std::stable_sort(waiting.begin(), waiting.end(), [&](Vertex a, Vertex b) { return limits.load[a] > limits.load[b]; });
  for (const Vertex v : waiting) {
    Slot best = kNoVertex;
    EdgeWeight least = 0;
    for (Slot slot = limits.allowed[v].begin; slot < limits.allowed[v].end; ++slot) {
      if (!occupancy.fits(v, slot)) continue;
      const EdgeWeight here = cost(v, slot);
      if (best == kNoVertex || here < least) {
        best = slot;
        least = here;
      }
    }
    if (best != kNoVertex) {
      occupancy.put(v, best);
    } else if (!occupancy.push_in(v)) {
      return false;
    }
  }
  return true;
}

}  // namespace topomorph::mapping
