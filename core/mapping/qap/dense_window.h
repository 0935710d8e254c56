// A mapping problem with few roles as a dense problem: these roles, and the slots around those they are on.
#pragma once

#include <optional>
#include <vector>

#include "core/mapping/qap/tabu_search.h"
#include "core/mapping/registry.h"

namespace topomorph::mapping {

/// All slots, or, where there are too many of them, those of a mapping and free ones near them. Weights and distances
/// are scaled down, where they are so large that floating-point numbers would not hold the sums exactly.
class DenseWindow {
 public:
  /// At most kQap.most_roles roles. The slots of the pinned roles are those that `around` has for them.
  DenseWindow(const MapProblem& problem, const Mapping& around);

  const DenseProblem& dense() const { return dense_; }
  /// Nothing where the mapping uses a slot that is not in the window.
  std::optional<DenseLayout> layout_of(const Mapping& mapping) const;
  Mapping to_mapping(const DenseLayout& layout) const;
  /// No layout costs less: every edge has at least the length of the shortest distance.
  std::int64_t least_cost() const;

 private:
  void number_roles(const Graph& graph, const std::vector<PinnedRole>& pinned);
  void fill(const Graph& graph, const Topology& topology, std::uint64_t divisor);

  std::vector<Slot> slots_;        // of the window, ascending
  std::vector<Vertex> vertex_of_;  // role -> vertex
  DenseProblem dense_;
};

}  // namespace topomorph::mapping
