// Who is where, and what each one's edges cost there: a move is judged by its new distances alone.
#pragma once

#include <type_traits>
#include <vector>

#include "core/mapping/slots/assignment.h"

namespace topomorph::mapping {

/// What a move saves, and by how much it changes the number of roles away from home (0 where roles have no home).
struct Gain {
  EdgeWeight saved = 0;
  std::int64_t away = 0;
  /// Returns whether it is better: saves more, or as much with fewer roles away from home.
  bool operator>(const Gain& other) const { return saved != other.saved ? saved > other.saved : away < other.away; }
};

/// Returns the cost of v's edges if v were on `slot`, and `partner` (kNoVertex: nobody) on v's slot, by the distance
/// `between` of two slots. All searches spend most of their time here.
template <class Between>
[[gnu::always_inline]] inline auto cost_after(const Graph& graph, const std::vector<Vertex>& slot_of,
                                              const Between& between, Vertex v, Vertex slot, Vertex partner) {
  std::invoke_result_t<Between, Vertex, Vertex> cost = 0;
  for (const Edge& edge : graph.row(v)) {
    cost += edge.weight * between(slot, edge.to == partner ? slot_of[v] : slot_of[edge.to]);
  }
  return cost;
}

/// Vertices on slots, with the cost of each one's edges, kept up to date while they move. All local searches by
/// distances share it. `Places` knows who is where: an Assignment, an Occupancy, or another class with slots() and
/// make(). `Between` is the distance of two slots, as Metric::with_distance() passes it; costs have its type. Graph and
/// places must outlive this; nothing else may change the places meanwhile.
template <class Places, class Between>
class Layout {
 public:
  using Cost = std::invoke_result_t<Between, Vertex, Vertex>;

  /// No two vertices are nearer to each other than `shortest`.
  Layout(const Graph& graph, Places& places, const Between& between, EdgeWeight shortest = 0)
      : graph_(graph), places_(places), between_(between) {
    for (Vertex v = 0; v < graph.vertices(); ++v) {
      cost_.push_back(cost_at(v, slot_of(v), kNoVertex));
      least_.push_back(graph.weight_of(v) * shortest);
    }
  }

  const Graph& graph() const { return graph_; }
  const Places& places() const { return places_; }
  Vertex slot_of(Vertex v) const { return places_.slots()[v]; }
  Cost cost_of(Vertex v) const { return cost_[v]; }  ///< of its edges

  /// Returns what the move saves. If that is at most `worthless`, returns any number up to `worthless`.
  [[gnu::always_inline]] Cost saved_by(const Move& move, Cost worthless) const {
    const auto [v, to, partner] = move;
    const Cost own = cost_[v] - cost_at(v, to, partner);
    if (partner == kNoVertex) return own;
    const Cost most = own + cost_[partner] - least_[partner];
    return most <= worthless ? most : own + cost_[partner] - cost_at(partner, slot_of(v), v);
  }

  void make(const Move& move) {
    const Vertex from = slot_of(move.vertex);
    places_.make(move);
    update(move.vertex, from, move.to, move.partner);
    if (move.partner != kNoVertex) update(move.partner, move.to, from, move.vertex);
  }

  /// Moves one vertex, whoever is there. Returns what this saves.
  Cost put(Vertex v, Vertex to) {
    const Cost before = cost_[v];
    make({v, to, kNoVertex});
    return before - cost_[v];
  }

 private:
  [[gnu::always_inline]] Cost cost_at(Vertex v, Vertex slot, Vertex partner) const {
    return cost_after(graph_, places_.slots(), between_, v, slot, partner);
  }

  /// Updates a vertex that has moved, and its neighbours except the partner.
  void update(Vertex moved, Vertex from, Vertex to, Vertex partner) {
    const auto& slot_of = places_.slots();
    Cost cost = 0;
    for (const Edge& edge : graph_.row(moved)) {
      const Vertex there = slot_of[edge.to];
      const Cost now = between_(to, there);
      cost += edge.weight * now;
      if (edge.to != partner) cost_[edge.to] += edge.weight * (now - between_(from, there));
    }
    cost_[moved] = cost;
  }

  const Graph& graph_;
  Places& places_;
  const Between between_;
  std::vector<Cost> cost_, least_;  // of each vertex's edges: now, and at the shortest distance
};

}  // namespace topomorph::mapping
