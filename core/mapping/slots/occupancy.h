// Limits of slots and roles, and an assignment that grows and changes within them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/mapping/problem/slot_selection.h"
#include "core/mapping/slots/assignment.h"

namespace topomorph::mapping {

/// What slots and roles allow. Loads are integers whose sums fit 63 bits.
struct Limits {
  std::vector<Interval> allowed;       ///< of each role: pinned and confined ones have less than all slots
  std::vector<std::int64_t> load;      ///< of each role
  std::vector<std::int64_t> capacity;  ///< of each slot: loads on it add up to this at most
  std::uint64_t places = 1;            ///< of each slot: so many roles at most

  bool are_alone() const { return places == 1; }
  bool is_bound(Vertex v) const { return allowed[v].size() == 1; }  ///< whether the role has no choice
};

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

}  // namespace topomorph::mapping
