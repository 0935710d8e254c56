// Improves an assignment by exchanging two roles, or moving one to a free slot, as long as this saves something.
#include "core/mapping/search/descent.h"

#include "core/mapping/search/local_search.h"

namespace topomorph::mapping {

namespace {

/// The moves of a Descent on a network.
template <class Between>
class NetworkMoves : public WithoutHomes {
 public:
  static constexpr std::size_t kEdgesPerChange = kDescent.edges_per_change;
  static constexpr bool kPartnerFirst = false;

  NetworkMoves(const Instance& instance, Assignment& assignment, const Between& between)
      : instance_(instance), layout_(instance.graph(), assignment, between, instance.metric().shortest()) {}

  auto& layout() { return layout_; }
  bool may_move(Vertex v) const { return !instance_.fixed()[v] && !instance_.graph().row(v).empty(); }

  template <class Look>
  void for_each_slot(Vertex v, Look look) {
    const Reach reach = instance_.reach(v);
    if (reach.size() > kDescent.few_slots) return for_each_slot_near(layout_, instance_.metric(), v, edges_, look);
    for (Vertex slot = reach.begin; slot < reach.end; ++slot) look(slot);
  }

  template <class Take>
  void for_each_partner(Vertex v, Vertex slot, Take take) const {
    const Vertex there = layout_.places().vertex_on[slot];
    if (there != kNoVertex && instance_.fixed()[there]) return;
    if (instance_.may_exchange(layout_.places(), v, slot)) take(there);
  }

 private:
  const Instance& instance_;
  Layout<Assignment, Between> layout_;
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
  instance.metric().with_distance([&](const auto& between) {
    NetworkMoves moves(instance, candidate.assignment, between);
    Descent descent(moves, instance.slots());
    descent.wake_all();
    candidate.cost -= descent.run(instance.deadline());
  });
}

}  // namespace topomorph::mapping
