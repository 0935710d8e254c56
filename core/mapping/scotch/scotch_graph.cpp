// Graphs in Scotch's form: 32-bit weights, light edges left out.
#include "core/mapping/scotch/scotch_graph.h"

#include <algorithm>

namespace topomorph::mapping {

namespace {

/// Returns by how many bits the weights of `edges` edges, `sum` in all, must shrink.
int shift_for(EdgeWeight sum, EdgeWeight edges, EdgeWeight largest_sum) {
  if (sum <= largest_sum) return 0;
  int shift = 1;
  while (shift < 62 && (sum >> shift) + edges > largest_sum) ++shift;
  return shift;
}

/// Returns the weight above which edges are kept.
double threshold(const Graph& graph, double sparse_factor) {
  EdgeWeight heaviest = 0;
  for (const Edge& edge : graph.edges) heaviest = std::max(heaviest, edge.weight);
  return sparse_factor * static_cast<double>(heaviest);
}

}  // namespace

ScotchGraph scotch_graph(const Graph& graph, EdgeWeight largest_sum, double sparse_factor) {
  const double least = threshold(graph, sparse_factor);
  const auto is_kept = [&](const Edge& edge) { return static_cast<double>(edge.weight) > least; };
  EdgeWeight sum = 0, arcs = 0;  // each edge counts twice
  for (const Edge& edge : graph.edges) {
    if (is_kept(edge)) sum += edge.weight, ++arcs;
  }
  const int shift = shift_for(sum / 2, arcs / 2, largest_sum);
  ScotchGraph result;
  for (Vertex v = 0; v < graph.vertices(); ++v) {
    for (const Edge& edge : graph.row(v)) {
      if (!is_kept(edge)) continue;
      result.neighbours.push_back(static_cast<std::int32_t>(edge.to));
      result.weights.push_back(static_cast<std::int32_t>(std::max<EdgeWeight>(edge.weight >> shift, 1)));
    }
    result.begin.push_back(static_cast<std::int32_t>(result.neighbours.size()));
  }
  return result;
}

}  // namespace topomorph::mapping
