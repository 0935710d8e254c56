// A mapping problem on any topology, cut down to the slots that are looked at, in the terms of the algorithms here.
#pragma once

#include <optional>
#include <vector>

#include "core/mapping/network/assignment.h"
#include "core/mapping/network/metric.h"
#include "core/mapping/registry.h"

namespace topomorph::mapping {

/// An assignment and what it costs, scaled.
struct Placed {
  Assignment assignment;
  EdgeWeight cost = 0;
  bool operator<(const Placed& other) const { return cost < other.cost; }
};

/// The slots [begin, end).
struct Reach {
  Vertex begin = 0, end = 0;
  std::size_t size() const { return end - begin; }
  bool holds(Vertex slot) const { return begin <= slot && slot < end; }
};

/// Vertices are the roles; slots are all slots, or, where there are many more than roles, those of a compact region.
class NetworkProblem {
 public:
  explicit NetworkProblem(const MapProblem& problem);

  const MapProblem& problem() const { return problem_; }
  const MapOptions& options() const { return problem_.options; }
  const Deadline& deadline() const { return problem_.deadline; }
  const Metric& metric() const { return metric_; }
  const Graph& graph() const { return graph_; }
  const std::vector<char>& fixed() const { return fixed_; }  ///< per role: whether it is pinned
  /// Which slots the role may have: all, its own if it is pinned, or those of the part that it is confined to.
  Reach reach(Vertex role) const { return reach_.empty() ? Reach{0, static_cast<Vertex>(slots())} : reach_[role]; }
  bool is_confined(Vertex role) const { return !reach_.empty() && reach_[role].size() < slots(); }
  /// Whether the role may go to the slot, and who is there (if anybody) to the role's.
  bool may_exchange(const Assignment& assignment, Vertex role, Vertex slot) const {
    if (reach_.empty()) return true;
    const Vertex other = assignment.role_on[slot];
    return reach_[role].holds(slot) && (other == kNoVertex || reach_[other].holds(assignment.slot_of[role]));
  }
  std::size_t roles() const { return graph_.vertices(); }
  std::size_t slots() const { return metric_.slots(); }

  /// Role i on the i-th of the slots that are looked at.
  std::vector<Vertex> identity() const;
  /// Nothing where the mapping uses slots that are not looked at.
  std::optional<std::vector<Vertex>> slots_of(const Mapping& mapping) const;
  Mapping to_mapping(const Assignment& assignment) const;
  /// Puts the pinned roles to their slots first, and the confined ones into their parts. Throws InputError where there
  /// is no room.
  Placed placed(std::vector<Vertex> slots_of_roles) const;
  EdgeWeight cost_of(const std::vector<Vertex>& slot_of) const;

 private:
  std::optional<Vertex> number_of(Slot slot) const;
  /// The first of the slots looked at that is this one or behind it.
  Vertex first_from(Slot slot) const;

  const MapProblem& problem_;
  Metric metric_;
  Graph graph_;
  std::vector<char> fixed_;
  std::vector<std::pair<Vertex, Vertex>> pins_;  // role, slot
  std::vector<Reach> reach_;                     // per role; empty where none is confined
};

}  // namespace topomorph::mapping
