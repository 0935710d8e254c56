// Graphs as Scotch takes them: 32-bit weights, light edges left out.
#pragma once

#include "core/mapping/multilevel/graph.h"
#include "core/mapping/scotch/scotch_library.h"

namespace topomorph::mapping {

/// The edges that are heavier than `sparse_factor` times the heaviest (paper 000, algorithm 2; 0: all of them), weights
/// divided by a power of two, but 1 at least, until their sum is at most `largest_sum`. The graph's own weights should
/// be as exact as can be: of weights that are scaled already, many are the same.
ScotchGraph scotch_graph(const Graph& graph, EdgeWeight largest_sum, double sparse_factor);

}  // namespace topomorph::mapping
