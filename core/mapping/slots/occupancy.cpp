// Limits of slots and roles, and an assignment that grows and changes within them.
#include "core/mapping/slots/occupancy.h"

#include <algorithm>
#include <utility>

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

void Occupancy::make(const Move& move) {
  const Slot from = slot_of_[move.vertex];
  take(move.vertex);
  put(move.vertex, move.to);
  if (move.partner == kNoVertex) return;
  take(move.partner);
  put(move.partner, from);
}

/// Returns the moves by which w goes to `slot`, each role before w to the slot that the next one leaves, and v first.
std::vector<Move> Occupancy::chain_of(Vertex v, Vertex w, Slot slot, const std::vector<Vertex>& before) const {
  std::vector<Move> chain = {{w, static_cast<Vertex>(slot)}};
  while (chain.back().vertex != v) {
    const Vertex last = chain.back().vertex;
    chain.push_back({before[last], slot_of_[last]});
  }
  return chain;
}

/// Returns whether all slots have room for what the chain brings. Each move has room by itself, but a chain may come by
/// a slot twice.
bool Occupancy::keeps_capacities(const std::vector<Move>& chain) const {
  std::vector<std::pair<Slot, std::int64_t>> added;
  for (const auto& [role, to, partner] : chain) {
    added.emplace_back(to, limits_.load[role]);
    if (slot_of_[role] != kNoVertex) added.emplace_back(slot_of_[role], -limits_.load[role]);
  }
  std::sort(added.begin(), added.end());
  for (std::size_t i = 0; i < added.size();) {
    const Slot slot = added[i].first;
    std::int64_t load = load_[slot];
    for (; i < added.size() && added[i].first == slot; ++i) load += added[i].second;
    if (load > limits_.capacity[slot]) return false;
  }
  return true;
}

void Occupancy::apply(const std::vector<Move>& chain) {
  for (const auto& [role, to, partner] : chain) {
    if (slot_of_[role] != kNoVertex) take(role);
    put(role, to);
  }
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
        const std::vector<Move> chain = chain_of(v, w, slot, before);
        if (keeps_capacities(chain)) return apply(chain), true;
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
