// Improves an assignment by exchanging two roles, or moving one to a free slot, as long as this saves something.
#include "core/mapping/search/descent.h"

#include <algorithm>

#include "core/mapping/graph/queues.h"
#include "core/mapping/problem/parameters.h"
#include "core/mapping/search/role_costs.h"

namespace topomorph::mapping {

namespace {

template <class Between>
class Descent {
 public:
  Descent(const Instance& instance, Candidate& candidate, const Between& between)
      : instance_(instance),
        candidate_(candidate),
        costs_(instance, candidate.assignment, between),
        queue_(instance.vertices()),
        changes_(instance.vertices(), 0),
        visited_(instance.slots(), 0) {}

  void run() {
    for (Vertex v = 0; v < instance_.vertices(); ++v) enqueue(v);
    candidate_.cost -= queue_.drain(instance_.deadline(), [this](Vertex v) { return improve(v); });
  }

 private:
  void enqueue(Vertex v) {
    if (!instance_.fixed()[v] && !instance_.graph().row(v).empty()) queue_.push(v);
  }

  void notice_change(Vertex v) {
    if (++changes_[v] * kDescent.edges_per_change < instance_.graph().row(v).size()) return;
    changes_[v] = 0;
    enqueue(v);
  }

  struct Best {
    EdgeWeight gain = 0;
    Vertex slot = kNoVertex;
  };

  void look_at(Vertex v, Vertex slot, Best& best) {
    if (visited_[slot] == visit_) return;
    visited_[slot] = visit_;
    const Vertex there = candidate_.assignment.vertex_on[slot];
    if (there != kNoVertex && instance_.fixed()[there]) return;
    if (!instance_.may_exchange(candidate_.assignment, v, slot)) return;
    const EdgeWeight gain = costs_.gain(v, slot, best.gain);
    if (gain > best.gain) best = {gain, slot};
  }

  EdgeWeight improve(Vertex v) {
    Best best;
    visited_[candidate_.assignment.slot_of[v]] = ++visit_;
    const Reach reach = instance_.reach(v);
    if (reach.size() <= kDescent.few_slots) {
      for (Vertex slot = reach.begin; slot < reach.end; ++slot) look_at(v, slot, best);
    } else {
      look_around(v, best);
    }
    if (best.gain > 0) apply(v, best.slot);
    return best.gain;
  }

  void look_around(Vertex v, Best& best) {
    const auto row = instance_.graph().row(v);
    edges_.assign(row.begin(), row.end());
    keep_heaviest(edges_, kDescent.followed);
    for (const Edge& edge : edges_) {
      const Vertex beside = candidate_.assignment.slot_of[edge.to];
      look_at(v, beside, best);
      for (const Vertex slot : instance_.metric().near(beside)) look_at(v, slot, best);
    }
  }

  void apply(Vertex v, Vertex slot) {
    const Vertex other = candidate_.assignment.vertex_on[slot];
    costs_.move(v, slot);
    for (const Vertex moved : {v, other}) {
      if (moved == kNoVertex) continue;
      enqueue(moved);
      for (const Edge& edge : instance_.graph().row(moved)) notice_change(edge.to);
    }
  }

  const Instance& instance_;
  Candidate& candidate_;
  RoleCosts<Between> costs_;
  WorkQueue queue_;
  std::vector<std::uint32_t> changes_;  // neighbours moved since the last search
  std::vector<std::uint64_t> visited_;  // per slot: the last search that looked at it
  std::uint64_t visit_ = 0;
  std::vector<Edge> edges_;
};

/// Returns the cost of the edges of `role`, without the one to `other`, at `from` minus their cost at `to`.
EdgeWeight saving(const Instance& instance, const Assignment& assignment, Vertex role, Vertex from, Vertex to,
                  Vertex other) {
  return instance.metric().with_distance([&](const auto& distance) {
    EdgeWeight sum = 0;
    for (const Edge& edge : instance.graph().row(role)) {
      const Vertex there = assignment.slot_of[edge.to];
      if (edge.to != other) sum += edge.weight * (distance(from, there) - distance(to, there));
    }
    return sum;
  });
}

}  // namespace

EdgeWeight gain_of(const Instance& instance, const Assignment& assignment, Vertex role, Vertex slot) {
  const Vertex from = assignment.slot_of[role], other = assignment.vertex_on[slot];
  const EdgeWeight own = saving(instance, assignment, role, from, slot, other);
  return other == kNoVertex ? own : own + saving(instance, assignment, other, slot, from, role);
}

void descend(const Instance& instance, Candidate& candidate) {
  instance.metric().with_distance([&](const auto& between) { Descent(instance, candidate, between).run(); });
}

}  // namespace topomorph::mapping
