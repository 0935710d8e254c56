// Small quadratic assignment problems for tests.
#pragma once

#include "core/mapping/search/tabu_search.h"

namespace topomorph::testing {

using namespace mapping;

/// Random weights and distances; the last `pinned` vertices are pinned, and the `free` before them have no edges. One
/// weight in `sparseness` is not 0.
inline DenseProblem random_dense(std::size_t size, std::size_t free, std::size_t pinned, std::uint64_t seed,
                                 std::uint64_t sparseness = 2) {
  DenseProblem problem;
  problem.size = size;
  problem.columns = size - pinned;
  problem.movable = size - pinned - free;
  problem.weight.assign(size * size, 0);
  problem.distance.assign(size * size, 0);
  Random random(seed);
  for (Vertex a = 0; a < size; ++a) {
    for (Vertex b = 0; b < a; ++b) {
      const bool talk = (a < problem.movable || a >= problem.columns) && (b < problem.movable || b >= problem.columns);
      if (talk && random.below(sparseness) == 0) {
        problem.weight[a * size + b] = problem.weight[b * size + a] = static_cast<std::int64_t>(random.below(50));
      }
      problem.distance[a * size + b] = problem.distance[b * size + a] = static_cast<std::int64_t>(1 + random.below(20));
    }
  }
  return problem;
}

inline DenseLayout random_layout(const DenseProblem& problem, Random& random) {
  DenseLayout layout{random.permutation<Vertex>(problem.size), 0};
  layout.cost = problem.cost_of(layout.slot_of);
  return layout;
}

}  // namespace topomorph::testing
