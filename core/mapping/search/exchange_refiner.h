// Brings an assignment within limits, and improves it by moves to slots with room and exchanges of two roles.
#pragma once

#include <algorithm>
#include <vector>

#include "core/base/deadline.h"
#include "core/mapping/slots/occupancy.h"
#include "core/mapping/slots/slot_tree.h"

namespace topomorph::mapping {

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

/// Moves and exchanges roles until no candidate gains, or the deadline passes. The candidates of a role are the slots
/// around its heaviest neighbours. Keeps the limits. Returns the gain.
EdgeWeight refine_by_exchanges(const Graph& graph, const SlotTree& tree, Occupancy& occupancy,
                               const Deadline& deadline);

}  // namespace topomorph::mapping
