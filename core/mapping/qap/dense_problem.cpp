// A small quadratic assignment problem: weights between vertices and distances between slots as complete tables.
#include "core/mapping/qap/dense_problem.h"

#include <algorithm>
#include <numeric>

namespace topomorph::mapping {

std::int64_t DenseProblem::cost_of(const std::vector<Vertex>& slot_of) const {
  std::int64_t cost = 0;
  for (Vertex a = 0; a < size; ++a) {
    for (Vertex b = 0; b < a; ++b) cost += weight_of(a, b) * distance_of(slot_of[a], slot_of[b]);
  }
  return cost;
}

double DenseProblem::largest_sum() const {
  std::int64_t row = 0;
  for (std::size_t v = 0; v < size; ++v) {
    const auto first = weight.begin() + static_cast<std::ptrdiff_t>(v * size);
    row = std::max(row, std::accumulate(first, first + static_cast<std::ptrdiff_t>(size), std::int64_t{0}));
  }
  const std::int64_t farthest = *std::max_element(distance.begin(), distance.end());
  return 4 * static_cast<double>(row) * static_cast<double>(farthest);
}

}  // namespace topomorph::mapping
