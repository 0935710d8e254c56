// A small quadratic assignment problem: weights between vertices and distances between slots as complete tables.
#pragma once

#include <cstdint>
#include <vector>

#include "core/mapping/multilevel/graph.h"

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

}  // namespace topomorph::mapping
