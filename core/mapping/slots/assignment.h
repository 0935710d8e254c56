// An assignment of vertices to slots, readable from both sides, and its cost.
#pragma once

#include <utility>
#include <vector>

#include "core/mapping/graph/graph.h"

namespace topomorph::mapping {

/// Gives vertices up to `vertices` the slots that the first ones do not have, in ascending order.
inline void add_free_slots(std::vector<Vertex>& slot_of, std::size_t vertices, std::size_t slots) {
  if (slot_of.size() == vertices) return;
  std::vector<char> taken(slots, 0);
  for (const Vertex slot : slot_of) taken[slot] = 1;
  for (Vertex slot = 0; slot_of.size() < vertices; ++slot) {
    if (!taken[slot]) slot_of.push_back(slot);
  }
}

/// A vertex goes to a slot, and its partner (kNoVertex: nobody), which is there, to the vertex's slot.
struct Move {
  Vertex vertex = kNoVertex, to = kNoVertex, partner = kNoVertex;
};

/// An assignment of each vertex to a slot of its own. There may be more slots than vertices.
struct Assignment {
  std::vector<Vertex> slot_of;    ///< vertex -> slot
  std::vector<Vertex> vertex_on;  ///< slot -> vertex; kNoVertex: the slot is free

  Assignment() = default;
  /// Takes as many slots as vertices.
  explicit Assignment(std::vector<Vertex> slots_of_vertices) : slot_of(std::move(slots_of_vertices)) {
    note_vertices(slot_of.size());
  }
  Assignment(std::vector<Vertex> slots_of_vertices, std::size_t slots) : slot_of(std::move(slots_of_vertices)) {
    note_vertices(slots);
  }

  const std::vector<Vertex>& slots() const { return slot_of; }  ///< as Occupancy has them

  void swap(Vertex a, Vertex b) {
    std::swap(slot_of[a], slot_of[b]);
    vertex_on[slot_of[a]] = a;
    vertex_on[slot_of[b]] = b;
  }
  /// Moves the vertex to the slot, and the vertex that is there (if any) to the first one's old slot.
  void put(Vertex v, Vertex slot) {
    const Vertex from = slot_of[v], other = vertex_on[slot];
    vertex_on[from] = other;
    if (other != kNoVertex) slot_of[other] = from;
    vertex_on[slot] = v;
    slot_of[v] = slot;
  }
  void make(const Move& move) { put(move.vertex, move.to); }

 private:
  void note_vertices(std::size_t slots) {
    vertex_on.assign(slots, kNoVertex);
    for (std::size_t v = 0; v < slot_of.size(); ++v) vertex_on[slot_of[v]] = static_cast<Vertex>(v);
  }
};

/// Returns the cost of the vertex's edges if it were on `slot`, by the distance `between` of two slots. Neighbours
/// without a slot (kNoVertex) do not count.
template <class Between>
EdgeWeight cost_to_placed(const Graph& graph, const std::vector<Vertex>& slot_of, const Between& between, Vertex v,
                          Vertex slot) {
  EdgeWeight cost = 0;
  for (const Edge& edge : graph.row(v)) {
    const Vertex there = slot_of[edge.to];
    if (there != kNoVertex) cost += edge.weight * between(slot, there);
  }
  return cost;
}

/// A vertex that must be on a slot.
struct Pin {
  Vertex vertex = 0, slot = 0;
};

/// An assignment and its cost, in the scaled weights and distances of an Instance.
struct Candidate {
  Assignment assignment;
  EdgeWeight cost = 0;
  bool operator<(const Candidate& other) const { return cost < other.cost; }
};

}  // namespace topomorph::mapping
