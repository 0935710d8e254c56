// Roles on slots within limits, with the cost of each role's edges and the number of roles away from home.
#pragma once

#include <vector>

#include "core/mapping/remapping/relocation.h"
#include "core/mapping/slots/occupancy.h"

namespace topomorph::mapping {

/// What a change saves, and by how much it changes the number of roles away from home.
struct RelocationGain {
  EdgeWeight saved = 0;
  std::int64_t moved = 0;
  /// Returns whether it is better: saves more, or as much with fewer roles away from home.
  bool operator>(const RelocationGain& other) const {
    return saved != other.saved ? saved > other.saved : moved < other.moved;
  }
};

/// `Between` is the distance that Metric::with_distance() passes. The problem must outlive this.
template <class Between>
class RelocationLayout {
 public:
  RelocationLayout(const Relocation& problem, const std::vector<Vertex>& start, const Between& between)
      : problem_(problem), between_(between), slot_of_(start), occupancy_(problem.limits, problem.metric.slots()) {
    for (const Vertex home : problem.home) slot_of_.push_back(home);
    for (Vertex v = 0; v < problem.roles(); ++v) occupancy_.put(v, start[v]);
    for (Vertex v = 0; v < problem.roles(); ++v) cost_.push_back(cost_at(v, start[v], kNoVertex));
    moved_ = problem.moved(start);
  }

  const Occupancy& occupancy() const { return occupancy_; }
  Vertex slot_of(Vertex v) const { return slot_of_[v]; }  ///< of a role or a home
  std::uint64_t moved() const { return moved_; }
  std::vector<Vertex> slots() const {
    return {slot_of_.begin(), slot_of_.begin() + static_cast<std::ptrdiff_t>(problem_.roles())};
  }

  bool is_bound(Vertex v) const { return problem_.limits.allowed[v].size() == 1; }

  /// Returns the gain if v moves to `slot`, and `partner` (kNoVertex: nobody), which is there, to v's slot.
  RelocationGain gain(Vertex v, Vertex slot, Vertex partner) const {
    const Vertex here = slot_of_[v];
    RelocationGain gain{cost_[v] - cost_at(v, slot, partner), change(v, here, slot)};
    if (partner == kNoVertex) return gain;
    gain.saved += cost_[partner] - cost_at(partner, here, v);
    gain.moved += change(partner, slot, here);
    return gain;
  }

  /// Returns by how much the number of roles away from home changes.
  std::int64_t change(Vertex v, Vertex from, Vertex to) const {
    return static_cast<std::int64_t>(to != problem_.home[v]) - static_cast<std::int64_t>(from != problem_.home[v]);
  }

  void move(Vertex v, Vertex slot, Vertex partner) {
    const Vertex here = slot_of_[v];
    put(v, slot);
    if (partner != kNoVertex) put(partner, here);
  }

  /// Moves one role, whatever the limits say. Returns what this saves.
  EdgeWeight put(Vertex v, Vertex to) {
    const Vertex from = slot_of_[v];
    moved_ = static_cast<std::uint64_t>(static_cast<std::int64_t>(moved_) + change(v, from, to));
    occupancy_.take(v);
    occupancy_.put(v, to);
    slot_of_[v] = to;
    EdgeWeight cost = 0;
    for (const Edge& edge : problem_.graph.row(v)) {
      const Vertex there = slot_of_[edge.to];
      const EdgeWeight now = edge.weight * between_(to, there);
      cost += now;
      if (edge.to < problem_.roles()) cost_[edge.to] += now - edge.weight * between_(from, there);
    }
    const EdgeWeight saved = cost_[v] - cost;
    cost_[v] = cost;
    return saved;
  }

  EdgeWeight cost_of(Vertex v) const { return cost_[v]; }

 private:
  EdgeWeight cost_at(Vertex v, Vertex slot, Vertex partner) const {
    EdgeWeight cost = 0;
    for (const Edge& edge : problem_.graph.row(v)) {
      cost += edge.weight * between_(slot, edge.to == partner ? slot_of_[v] : slot_of_[edge.to]);
    }
    return cost;
  }

  const Relocation& problem_;
  const Between between_;
  std::vector<Vertex> slot_of_;  // roles, then homes
  Occupancy occupancy_;
  std::vector<EdgeWeight> cost_;  // of each role's edges
  std::uint64_t moved_ = 0;
};

}  // namespace topomorph::mapping
