// Makes candidates of assignments: bound roles are moved to where they must be.
#include "core/mapping/search/candidate.h"

#include "core/mapping/problem/parameters.h"
#include "core/mapping/search/layout.h"
#include "core/mapping/slots/limits.h"

namespace topomorph::mapping {

namespace {

/// Returns the gain if the role moves to `slot`, and the role that is there (if any) to the first role's slot.
EdgeWeight gain_of(const Instance& instance, const Assignment& assignment, Vertex role, Vertex slot) {
  const auto& slot_of = assignment.slot_of;
  const Vertex from = slot_of[role], other = assignment.vertex_on[slot];
  return instance.metric().with_distance([&](const auto& between) {
    const auto saved = [&](Vertex v, Vertex here, Vertex to, Vertex partner) {
      return cost_after(instance.graph(), slot_of, between, v, here, kNoVertex) -
             cost_after(instance.graph(), slot_of, between, v, to, partner);
    };
    return saved(role, from, slot, other) + (other == kNoVertex ? 0 : saved(other, slot, from, role));
  });
}

class ConfinementRepair {
 public:
  ConfinementRepair(const Instance& instance, Assignment& assignment)
      : instance_(instance), assignment_(assignment), settled_(instance.vertices(), 0) {}

  void run() {
    for (Vertex v = 0; v < instance_.vertices(); ++v) settled_[v] = instance_.is_confined(v) && is_inside(v) ? 1 : 0;
    for (Vertex v = 0; v < instance_.vertices(); ++v) {
      if (!instance_.is_confined(v)) continue;
      if (!is_inside(v) && !take_best(v)) move_up(v);
      settled_[v] = 1;
    }
  }

 private:
  bool is_inside(Vertex v) const { return instance_.reach(v).holds(assignment_.slot_of[v]); }
  bool is_open(Vertex slot) const {
    const Vertex there = assignment_.vertex_on[slot];
    return there == kNoVertex || !settled_[there];
  }

  bool take_best(Vertex v) {
    const Reach reach = instance_.reach(v);
    Vertex best = kNoVertex;
    EdgeWeight most = 0;
    std::size_t tried = 0;
    for (Vertex slot = reach.begin; slot < reach.end && tried < kDescent.slots_in_part; ++slot) {
      if (!is_open(slot)) continue;
      ++tried;
      const EdgeWeight gain = gain_of(instance_, assignment_, v, slot);
      if (best != kNoVertex && gain <= most) continue;
      best = slot;
      most = gain;
    }
    if (best != kNoVertex) assignment_.put(v, best);
    return best != kNoVertex;
  }

  /// Takes the shortest augmenting path: the role on the first slot moves to the second, and so on, to an open slot.
  void move_up(Vertex v) {
    std::vector<Vertex> before(instance_.slots(), kNoVertex), reached;
    std::vector<char> seen(instance_.slots(), 0);
    const auto reach_from = [&](Vertex role, Vertex from) {
      const Reach reach = instance_.reach(role);
      for (Vertex slot = reach.begin; slot < reach.end; ++slot) {
        if (seen[slot]) continue;
        seen[slot] = 1;
        before[slot] = from;
        reached.push_back(slot);
      }
    };
    reach_from(v, kNoVertex);
    for (std::size_t i = 0; i < reached.size(); ++i) {
      if (is_open(reached[i])) return follow(v, reached[i], before);
      const Vertex there = assignment_.vertex_on[reached[i]];
      if (!instance_.fixed()[there]) reach_from(there, reached[i]);
    }
    fail(v);
  }

  void follow(Vertex v, Vertex slot, const std::vector<Vertex>& before) {
    for (; before[slot] != kNoVertex; slot = before[slot]) assignment_.put(assignment_.vertex_on[before[slot]], slot);
    assignment_.put(v, slot);
  }

  [[noreturn]] void fail(Vertex v) const {
    const Reach reach = instance_.reach(v);
    refuse_crowding(v, {instance_.slot(reach.begin), instance_.slot(reach.end - 1) + 1});
  }

  const Instance& instance_;
  Assignment& assignment_;
  std::vector<char> settled_;  // confined roles that are in their parts
};

}  // namespace

Candidate candidate_of(const Instance& instance, std::vector<Vertex> slot_of) {
  Candidate result{Assignment(std::move(slot_of), instance.slots()), 0};
  instance.put_pins(result.assignment);
  if (!instance.is_on_tree() && instance.has_confined()) ConfinementRepair(instance, result.assignment).run();
  result.cost = instance.cost_of(result.assignment.slot_of);
  return result;
}

}  // namespace topomorph::mapping
