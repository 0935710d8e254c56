// Graphs in Scotch's form: 32-bit weights, light edges left out.
#pragma once

#include "core/mapping/multilevel/graph.h"
#include "core/mapping/scotch/scotch_library.h"

namespace topomorph::mapping {

/// Returns the edges that are heavier than `sparse_factor` times the heaviest ([Jeannot 2022, alg. 2]; 0: all of them).
/// Divides weights by a power of two, with a minimum of 1, until their sum is at most `largest_sum`. The weights of
/// `graph` should be as exact as possible: after scaling, many weights are equal.
ScotchGraph scotch_graph(const Graph& graph, EdgeWeight largest_sum, double sparse_factor);

}  // namespace topomorph::mapping
