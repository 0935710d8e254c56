// A mapping problem with few roles as a dense problem: the roles, and the slots around those of a mapping.
#pragma once

#include <optional>
#include <vector>

#include "core/mapping/problem.h"
#include "core/mapping/qap/tabu_search.h"

namespace topomorph::mapping {

/// A dense problem of all slots, or, of too many, of the slots of a mapping and free ones near them. Scales weights and
/// distances down if floating-point numbers would not hold their sums exactly.
class DenseWindow {
 public:
  /// Takes at most kQap.most_roles roles. `around` has the pinned roles on their slots.
  DenseWindow(const Problem& problem, const Mapping& around);

  const DenseProblem& dense() const { return dense_; }
  /// Returns nothing if the mapping uses a slot that is not in the window.
  std::optional<DenseLayout> layout_of(const Mapping& mapping) const;
  Mapping to_mapping(const DenseLayout& layout) const;
  /// Returns a cost that no layout is below: every edge at the shortest distance.
  std::int64_t lower_bound() const;

 private:
  void number_roles(const Graph& graph, const std::vector<PinnedRole>& pinned);
  void fill(const Graph& graph, const Topology& topology, std::uint64_t divisor);

  std::vector<Slot> slots_;        // ascending
  std::vector<Vertex> vertex_of_;  // role -> vertex
  DenseProblem dense_;
};

}  // namespace topomorph::mapping
