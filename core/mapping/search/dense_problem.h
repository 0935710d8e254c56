// A small quadratic assignment problem as complete tables, and the part of a mapping problem that becomes one.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/mapping/graph/graph.h"
#include "core/mapping/problem/problem.h"

namespace topomorph::mapping {

/// A quadratic assignment problem with as many vertices as slots: first the vertices that have edges and may move, then
/// those without edges, which stand for free slots, then the pinned ones. All sums of weight x distance over pairs are
/// below 2^53, so that floating-point numbers hold them exactly. Only here the mapping algorithms have n x n numbers
/// (kQap.most_roles).
struct DenseProblem {
  std::size_t movable = 0;  ///< vertices below this may move and have edges
  std::size_t columns = 0;  ///< vertices below this may move
  std::size_t size = 0;
  std::vector<std::int64_t> weight;    ///< size x size, symmetric: between two vertices, both directions together
  std::vector<std::int64_t> distance;  ///< size x size, symmetric: between two slots

  std::int64_t weight_of(Vertex a, Vertex b) const { return weight[a * size + b]; }
  std::int64_t distance_of(Vertex a, Vertex b) const { return distance[a * size + b]; }
  /// Returns the sum over unordered pairs.
  std::int64_t cost_of(const std::vector<Vertex>& slot_of) const;
  /// Returns an upper bound of all sums and differences that a search forms.
  double largest_sum() const;
};

/// A layout of a dense problem (vertex -> slot) and its cost, each pair counted once.
struct DenseLayout {
  std::vector<Vertex> slot_of;
  std::int64_t cost = 0;
  bool operator<(const DenseLayout& other) const { return cost < other.cost; }
};

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
