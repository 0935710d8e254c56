// What each slot may take, as the algorithms see it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/mapping/multilevel/graph.h"
#include "core/mapping/registry.h"

namespace topomorph::mapping {

/// Slots [begin, end) that a role may be on.
struct Interval {
  Slot begin = 0, end = 0;
  bool holds(Slot slot) const { return begin <= slot && slot < end; }
};

/// Loads are integers whose sums fit 63 bits.
struct Limits {
  std::vector<Interval> allowed;       ///< of each role: pinned and confined ones have less than all slots
  std::vector<std::int64_t> load;      ///< of each role
  std::vector<std::int64_t> capacity;  ///< of each slot: loads on it add up to this at most
  std::uint64_t places = 1;            ///< of each slot: so many roles at most

  bool are_alone() const { return places == 1; }
};

/// Of each role: its own slot if it is pinned, what the parts that it is confined to have in common, else all slots.
/// Throws InputError for roles and slots that there are not, and parts that have no slot in common.
std::vector<Interval> allowed_slots(const MapProblem& problem);

/// The limits of the problem's options, with capacities that can be met: `feasible` becomes an assignment that keeps
/// them. The least time of the slowest slot is found by giving the longest roles away first, each to the slot that has
/// it done first (Graham: Bounds on multiprocessing timing anomalies, 1969; exact for one role per slot); the imbalance
/// is added to the bound below it. Throws InputError for lists of the wrong length, loads that overflow, and
/// constraints that cannot be met.
Limits limits_of(const MapProblem& problem, std::vector<Vertex>& feasible);

}  // namespace topomorph::mapping
