// Roles that are confined to parts of the machine, put into them.
#include "core/mapping/network/seating.h"

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/mapping/network/descent.h"
#include "core/mapping/presets.h"

namespace topomorph::mapping {

namespace {

class Seating {
 public:
  Seating(const NetworkProblem& problem, Assignment& assignment)
      : problem_(problem), assignment_(assignment), settled_(problem.roles(), 0) {}

  void run() {
    for (Vertex v = 0; v < problem_.roles(); ++v) settled_[v] = problem_.is_confined(v) && is_inside(v) ? 1 : 0;
    for (Vertex v = 0; v < problem_.roles(); ++v) {
      if (!problem_.is_confined(v)) continue;
      if (!is_inside(v) && !take_best(v)) move_up(v);
      settled_[v] = 1;
    }
  }

 private:
  bool is_inside(Vertex v) const { return problem_.reach(v).holds(assignment_.slot_of[v]); }
  bool is_open(Vertex slot) const {
    const Vertex there = assignment_.role_on[slot];
    return there == kNoVertex || !settled_[there];
  }

  bool take_best(Vertex v) {
    const Reach reach = problem_.reach(v);
    Vertex best = kNoVertex;
    EdgeWeight most = 0;
    std::size_t tried = 0;
    for (Vertex slot = reach.begin; slot < reach.end && tried < kDescent.slots_in_part; ++slot) {
      if (!is_open(slot)) continue;
      ++tried;
      const EdgeWeight gain = gain_of(problem_, assignment_, v, slot);
      if (best != kNoVertex && gain <= most) continue;
      best = slot;
      most = gain;
    }
    if (best != kNoVertex) assignment_.put(v, best);
    return best != kNoVertex;
  }

  /// The shortest augmenting path: who is on the first slot goes to the second, and so on, to one that is open.
  void move_up(Vertex v) {
    std::vector<Vertex> before(problem_.slots(), kNoVertex), reached;
    std::vector<char> seen(problem_.slots(), 0);
    const auto reach_from = [&](Vertex role, Vertex from) {
      const Reach reach = problem_.reach(role);
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
      const Vertex there = assignment_.role_on[reached[i]];
      if (!problem_.fixed()[there]) reach_from(there, reached[i]);
    }
    fail(v);
  }

  void follow(Vertex v, Vertex slot, const std::vector<Vertex>& before) {
    for (; before[slot] != kNoVertex; slot = before[slot]) assignment_.put(assignment_.role_on[before[slot]], slot);
    assignment_.put(v, slot);
  }

  [[noreturn]] void fail(Vertex v) const {
    const Reach reach = problem_.reach(v);
    throw InputError(fmt::format("found no room for role {}: too many roles are confined to slots {} to {}", v,
                                 problem_.metric().slot(reach.begin), problem_.metric().slot(reach.end - 1)));
  }

  const NetworkProblem& problem_;
  Assignment& assignment_;
  std::vector<char> settled_;  // confined roles that are where they may be
};

}  // namespace

void seat(const NetworkProblem& problem, Assignment& assignment) { Seating(problem, assignment).run(); }

}  // namespace topomorph::mapping
