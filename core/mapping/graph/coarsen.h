// Coarsening: smaller graphs that keep the shape of a large one, by merging matched pairs of vertices.
#pragma once

#include <vector>

#include "core/base/random.h"
#include "core/mapping/graph/graph.h"

namespace topomorph::mapping {

struct CoarseGraph {
  Graph graph;
  std::vector<Vertex> coarse_of;  ///< by vertex of the finer graph
};

/// Does one step of heavy-edge matching [Karypis 1998]. Heavy means weight divided by the product of the sizes, which
/// keeps sizes even. A vertex without a partner is matched with a vertex of the same heaviest neighbour, so that stars
/// shrink too. No vertex grows beyond `largest_size`.
CoarseGraph coarsen(const Graph& graph, std::int64_t largest_size, Random& random);

}  // namespace topomorph::mapping
