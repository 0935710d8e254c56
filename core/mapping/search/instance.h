// A mapping problem as the searches need it: a scaled graph, the slots that are searched, their distances, limits.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/mapping/problem/problem.h"
#include "core/mapping/problem/slot_selection.h"
#include "core/mapping/slots/assignment.h"
#include "core/mapping/slots/limits.h"
#include "core/mapping/slots/metric.h"
#include "core/mapping/slots/slot_tree.h"

namespace topomorph::mapping {

using Reach = SlotRange<Vertex>;

/// One of three views of a problem, each for some of the searches. Slots are numbered in the order of the slots
/// that are looked at. Weights and distances are scaled so that all sums fit 62 bits.
class Instance {
 public:
  enum class View { Tree, Network, Limits };

  /// Returns the view of searches on trees: the slots of choose_slots(). Vertices are the roles, then one without edges
  /// for each free slot.
  static Instance on_tree(const Problem& problem);
  /// Looks at these slots, ascending, with all pinned ones.
  static Instance on_tree(const Problem& problem, std::vector<Slot> slots);
  /// Returns the view of searches by distances, on any topology: all slots, or a compact region if there are very many.
  /// Vertices are the roles.
  static Instance on_network(const Problem& problem);
  /// Returns the view of searches within limits: all slots of a tree, each with room for several roles. Vertices are
  /// the roles, with their loads as sizes. Throws InputError if the limits cannot be met.
  static Instance within_limits(const Problem& problem);

  const Problem& problem() const { return problem_; }
  const MapOptions& options() const { return problem_.options; }
  const Deadline& deadline() const { return problem_.deadline; }
  const Graph& graph() const { return graph_; }
  std::size_t vertices() const { return graph_.vertices(); }
  std::size_t slots() const { return slots_.size(); }
  /// Returns the slot's number in the topology.
  Slot slot(Vertex local) const { return slots_[local]; }

  View view() const { return limits_ ? View::Limits : tree_ ? View::Tree : View::Network; }
  bool is_on_tree() const { return tree_ != nullptr; }
  const SlotTree& tree() const { return *tree_; }    ///< of on_tree() and within_limits()
  const Metric& metric() const { return *metric_; }  ///< of on_network()
  const Limits& limits() const { return *limits_; }  ///< of within_limits()
  /// Returns an assignment that keeps the limits; of within_limits() only.
  const std::vector<Vertex>& balanced() const { return balanced_; }

  const std::vector<char>& fixed() const { return fixed_; }  ///< per vertex: whether it is pinned
  /// Returns the slots that the role may have: all, its own if it is pinned, or those of the part that it is confined
  /// to.
  Reach reach(Vertex role) const { return reach_.empty() ? Reach{0, static_cast<Vertex>(slots())} : reach_[role]; }
  bool has_confined() const { return !reach_.empty(); }
  bool is_confined(Vertex role) const { return !reach_.empty() && reach_[role].size() < slots(); }
  /// Returns whether the role may move to the slot, and the role that is there (if any) to the first role's slot.
  bool may_exchange(const Assignment& assignment, Vertex role, Vertex slot) const {
    if (reach_.empty()) return true;
    const Vertex other = assignment.vertex_on[slot];
    return reach_[role].holds(slot) && (other == kNoVertex || reach_[other].holds(assignment.slot_of[role]));
  }

  /// Returns the assignment of vertex i to slot i.
  std::vector<Vertex> identity() const;
  /// Returns the mapping as slots of vertices; vertices beyond the roles take the remaining slots. Returns nothing if
  /// the mapping uses a slot that the instance does not have.
  std::optional<std::vector<Vertex>> slots_of(const Mapping& mapping) const;
  Mapping to_mapping(const std::vector<Vertex>& slot_of) const;
  Mapping to_mapping(const Candidate& candidate) const { return to_mapping(candidate.assignment.slot_of); }

  /// Returns this many slots near each other, ascending; of on_network() only.
  std::vector<Vertex> compact_slots(std::uint64_t count) const;

  /// Moves pinned vertices to their slots, at little cost on trees. Not for within_limits().
  void put_pins(Assignment& assignment) const;
  EdgeWeight cost_of(const std::vector<Vertex>& slot_of) const;

 private:
  explicit Instance(const Problem& problem, std::vector<Slot> slots);
  void scale_graph(std::size_t vertices, EdgeWeight largest_distance);
  void read_pins();
  std::optional<Vertex> number_of(Slot slot) const;
  /// Returns the first of the instance's slots that is this one or a later one.
  Vertex first_from(Slot slot) const;

  const Problem& problem_;
  std::vector<Slot> slots_;  // ascending
  Graph graph_;
  std::unique_ptr<SlotTree> tree_;
  std::unique_ptr<Metric> metric_;
  std::unique_ptr<Limits> limits_;
  std::vector<Vertex> balanced_;
  std::vector<Pin> pins_;
  std::vector<char> fixed_;
  std::vector<Reach> reach_;  // per role; empty where none is confined
};

}  // namespace topomorph::mapping
