// A mapping problem with a present mapping: roles have homes, and pay for the way from there.
#pragma once

#include <vector>

#include "core/base/deadline.h"
#include "core/mapping/problem/parameters.h"
#include "core/mapping/slots/metric.h"
#include "core/mapping/slots/occupancy.h"

namespace topomorph::mapping {

/// The objects that it refers to must outlive it.
struct Relocation {
  /// Vertices are the roles, then the home of each. The edge between a role and its home has the volume that moves with
  /// the role; a role without a home has none, nor has any if nothing moves with roles.
  const Graph& graph;
  const Metric& metric;  ///< of all slots
  const Limits& limits;
  std::vector<Vertex> home;  ///< of each role: its present slot, kNoVertex if it has lost it
  const Deadline& deadline;

  std::size_t roles() const { return home.size(); }
  /// Returns how many roles would not be at home; roles without a home count.
  std::uint64_t moved(const std::vector<Vertex>& slot_of) const {
    std::uint64_t count = 0;
    for (std::size_t role = 0; role < roles(); ++role) count += slot_of[role] != home[role] ? 1 : 0;
    return count;
  }
};

/// Bounds of a search.
struct RelocationEffort {
  std::uint64_t most_moved = 0;  ///< roles that may be away from home at the end; the start must keep it
  std::uint64_t work = 0;        ///< edges looked at by each annealing; 0: none
  std::uint64_t seed = 1;
  Cooling cooling = kRemapping.cooling;
};

/// Improves `start`, which keeps the limits, by moves and exchanges of roles, then by whole chains of moves that lead
/// towards `target` (empty: none), then by annealing. A gain is volume x distance, ways from home included. Of equally
/// cheap layouts prefers the one with fewer moved roles. Never returns a worse one than `start`.
std::vector<Vertex> improved_relocation(const Relocation& problem, const std::vector<Vertex>& start,
                                        const std::vector<Vertex>& target, const RelocationEffort& effort);

}  // namespace topomorph::mapping
