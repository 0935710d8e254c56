// Smaller graphs that keep the shape of a big one, by merging matched pairs of vertices.
#pragma once

#include <vector>

#include "core/base/random.h"
#include "core/mapping/multilevel/graph.h"

namespace topomorph::mapping {

struct CoarseGraph {
  Graph graph;
  std::vector<Vertex> coarse_of;  ///< of each vertex of the finer graph
};

/// One step of heavy-edge matching (Karypis, Kumar: A fast and high quality multilevel scheme, 1998); heavy means
/// weight over the product of the sizes, which keeps sizes even. What finds no partner is matched with a vertex of the
/// same heaviest neighbour, so that stars shrink too. No vertex grows beyond `largest_size`.
CoarseGraph coarsen(const Graph& graph, std::int64_t largest_size, Random& random);

}  // namespace topomorph::mapping
