// An assignment that grows and changes within limits.
#include "core/mapping/capacitated/occupancy.h"

#include <algorithm>

namespace topomorph::mapping {

void Occupancy::put(Vertex v, Slot slot) {
  slot_of_[v] = static_cast<Vertex>(slot);
  members_[slot].push_back(v);
  load_[slot] += limits_.load[v];
}

void Occupancy::take(Vertex v) {
  const Slot slot = slot_of_[v];
  auto& members = members_[slot];
  members.erase(std::find(members.begin(), members.end(), v));
  load_[slot] -= limits_.load[v];
  slot_of_[v] = kNoVertex;
}

void Occupancy::swap(Vertex a, Vertex b) {
  const Slot slot_a = slot_of_[a], slot_b = slot_of_[b];
  take(a);
  take(b);
  put(a, slot_b);
  put(b, slot_a);
}

bool Occupancy::push_in(Vertex v) {
  // Breadth first from v: before[w] is the role that would take w's place.
  std::vector<Vertex> before(slot_of_.size(), kNoVertex), queue = {v};
  std::vector<char> known(slot_of_.size(), 0);
  known[v] = 1;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const Vertex w = queue[next];
    for (Slot slot = limits_.allowed[w].begin; slot < limits_.allowed[w].end; ++slot) {
      if (fits(w, slot)) {
        Slot free = slot;
        for (Vertex mover = w; mover != v; mover = before[mover]) {
          const Slot left = slot_of_[mover];
          take(mover);
          put(mover, free);
          free = left;
        }
        put(v, free);
        return true;
      }
      for (const Vertex other : members_[slot]) {
        if (known[other] || !fits_in_place_of(w, other)) continue;
        known[other] = 1;
        before[other] = w;
        queue.push_back(other);
      }
    }
  }
  return false;
}

}  // namespace topomorph::mapping
