// The present cost of each role's edges, kept up to date while roles move: a move is judged by its new distances alone.
#pragma once

#include <vector>

#include "core/mapping/search/instance.h"

namespace topomorph::mapping {

/// The cost of each role's edges. `Between` is the distance that Metric::with_distance() passes. Instance and
/// assignment must outlive this; nothing else may change the assignment meanwhile.
template <class Between>
class RoleCosts {
 public:
  RoleCosts(const Instance& instance, Assignment& assignment, const Between& between)
      : graph_(instance.graph()), assignment_(assignment), between_(between) {
    const EdgeWeight shortest = shortest_distance(instance);
    for (Vertex v = 0; v < instance.vertices(); ++v) {
      cost_.push_back(cost_at(v, assignment.slot_of[v], v));
      least_.push_back(graph_.weight_of(v) * shortest);
    }
  }

  EdgeWeight of(Vertex v) const { return cost_[v]; }

  /// Returns the cost of v's edges if v were on `slot`, and `other`, which is there now, on v's slot.
  EdgeWeight cost_at(Vertex v, Vertex slot, Vertex other) const {
    const auto& slot_of = assignment_.slot_of;
    EdgeWeight cost = 0;
    for (const Edge& edge : graph_.row(v)) {
      cost += edge.weight * between_(slot, edge.to == other ? slot_of[v] : slot_of[edge.to]);
    }
    return cost;
  }

  /// Returns the gain if v moves to `slot`, and the role that is there (if any) to v's. If the gain is at most
  /// `worthless`, returns any number up to `worthless`.
  EdgeWeight gain(Vertex v, Vertex slot, EdgeWeight worthless) const {
    const Vertex other = assignment_.vertex_on[slot];
    const EdgeWeight own = cost_[v] - cost_at(v, slot, other);
    if (other == kNoVertex) return own;
    const EdgeWeight most = own + cost_[other] - least_[other];
    return most <= worthless ? most : own + cost_[other] - cost_at(other, assignment_.slot_of[v], v);
  }

  void move(Vertex v, Vertex to) {
    const Vertex from = assignment_.slot_of[v], other = assignment_.vertex_on[to];
    assignment_.put(v, to);
    update(v, from, to, other);
    if (other != kNoVertex) update(other, to, from, v);
  }

 private:
  static EdgeWeight shortest_distance(const Instance& instance) {
    EdgeWeight shortest = instance.metric().largest();
    for (Vertex slot = 0; slot < instance.slots(); ++slot) {
      const auto near = instance.metric().near(slot);
      if (!near.empty()) shortest = std::min(shortest, instance.metric().distance(slot, near.front()));
    }
    return shortest;
  }

  /// Updates a role that has moved, and its neighbours except the role that it has exchanged places with.
  void update(Vertex moved, Vertex from, Vertex to, Vertex partner) {
    EdgeWeight cost = 0;
    for (const Edge& edge : graph_.row(moved)) {
      const Vertex there = assignment_.slot_of[edge.to];
      const EdgeWeight now = between_(to, there);
      cost += edge.weight * now;
      if (edge.to != partner) cost_[edge.to] += edge.weight * (now - between_(from, there));
    }
    cost_[moved] = cost;
  }

  const Graph& graph_;
  Assignment& assignment_;
  const Between between_;
  std::vector<EdgeWeight> cost_, least_;  // of each role's edges: now, and at the shortest distance
};

}  // namespace topomorph::mapping
