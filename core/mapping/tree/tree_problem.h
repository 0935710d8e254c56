// A mapping problem cut down to the slots that are used, in the terms of the algorithms for trees.
#pragma once

#include <optional>
#include <vector>

#include "core/mapping/registry.h"
#include "core/mapping/tree/layout.h"
#include "core/mapping/tree/pins.h"

namespace topomorph::mapping {

/// A layout and what it costs, scaled.
struct Candidate {
  Layout layout;
  EdgeWeight cost = 0;
  bool operator<(const Candidate& other) const { return cost < other.cost; }
};

/// Vertices are the roles, then one for each slot that stays free; slots are those that choose_slots() took.
class TreeProblem {
 public:
  explicit TreeProblem(const MapProblem& problem);

  const MapProblem& problem() const { return problem_; }
  const MapOptions& options() const { return problem_.options; }
  const Deadline& deadline() const { return problem_.deadline; }
  const SlotTree& tree() const { return tree_; }
  const Graph& graph() const { return graph_; }
  const std::vector<char>& fixed() const { return fixed_; }  ///< per vertex: whether it is pinned
  std::size_t slots() const { return slots_.size(); }

  Layout identity() const;
  /// Nothing where the mapping uses other slots.
  std::optional<Layout> layout_of(const Mapping& mapping) const;
  Mapping to_mapping(const Layout& layout) const;
  /// Puts the pinned roles to their slots first.
  Candidate candidate_of(Layout layout) const;
  /// No mapping costs less: every edge has at least the length of the lowest level.
  EdgeWeight least_cost() const;

 private:
  Vertex local_slot(Slot slot) const;

  const MapProblem& problem_;
  std::vector<Slot> slots_;
  SlotTree tree_;
  Graph graph_;
  std::vector<Pin> pins_;
  std::vector<char> fixed_;
};

}  // namespace topomorph::mapping
