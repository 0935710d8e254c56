// What each role's edges cost where it is now, kept while roles move: a move is then judged by its new distances alone.
#pragma once

#include <vector>

#include "core/mapping/network/network_problem.h"

namespace topomorph::mapping {

/// `Between` is what Metric::with_distance hands out. The problem and the assignment must outlive this, and only this
/// may change the assignment.
template <class Between>
class RoleCosts {
 public:
  RoleCosts(const NetworkProblem& problem, Assignment& assignment, const Between& between)
      : graph_(problem.graph()), assignment_(assignment), between_(between) {
    const EdgeWeight shortest = shortest_distance(problem);
    for (Vertex v = 0; v < problem.roles(); ++v) {
      cost_.push_back(cost_at(v, assignment.slot_of[v], v));
      EdgeWeight weight = 0;
      for (const Edge& edge : graph_.row(v)) weight += edge.weight;
      least_.push_back(weight * shortest);
    }
  }

  EdgeWeight of(Vertex v) const { return cost_[v]; }

  /// What v's edges would cost if it were on `slot`, and `other`, which is there, where v is.
  EdgeWeight cost_at(Vertex v, Vertex slot, Vertex other) const {
    const auto& slot_of = assignment_.slot_of;
    EdgeWeight cost = 0;
    for (const Edge& edge : graph_.row(v)) {
      cost += edge.weight * between_(slot, edge.to == other ? slot_of[v] : slot_of[edge.to]);
    }
    return cost;
  }

  /// What is saved if v goes to `slot`, and who is there (if anybody) to v's; anything up to `worthless` where it is
  /// not more than that.
  EdgeWeight gain(Vertex v, Vertex slot, EdgeWeight worthless) const {
    const Vertex other = assignment_.role_on[slot];
    const EdgeWeight own = cost_[v] - cost_at(v, slot, other);
    if (other == kNoVertex) return own;
    const EdgeWeight most = own + cost_[other] - least_[other];
    return most <= worthless ? most : own + cost_[other] - cost_at(other, assignment_.slot_of[v], v);
  }

  void move(Vertex v, Vertex to) {
    const Vertex from = assignment_.slot_of[v], other = assignment_.role_on[to];
    assignment_.put(v, to);
    update(v, from, to, other);
    if (other != kNoVertex) update(other, to, from, v);
  }

 private:
  static EdgeWeight shortest_distance(const NetworkProblem& problem) {
    EdgeWeight shortest = problem.metric().largest();
    for (Vertex slot = 0; slot < problem.slots(); ++slot) {
      const auto near = problem.metric().near(slot);
      if (!near.empty()) shortest = std::min(shortest, problem.metric().distance(slot, near.front()));
    }
    return shortest;
  }

  /// Of a role that has moved, and its neighbours, but for the one that it has changed places with.
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
  std::vector<EdgeWeight> cost_, least_;  // of each role's edges: now, and wherever it is
};

}  // namespace topomorph::mapping
