// The graph the mapping algorithms work on: undirected, weighted, vertices with sizes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/affinity.h"

namespace topomorph::mapping {

using Vertex = std::uint32_t;

/// Weights are scaled so that sums of weight x distance fit a signed 64-bit number (see scaled_graph).
using EdgeWeight = std::int64_t;

struct Edge {
  Vertex to = 0;
  EdgeWeight weight = 0;
};

/// Compressed rows; every edge stands in the rows of both ends, no loops.
struct Graph {
  std::vector<std::uint64_t> begin = {0};
  std::vector<Edge> edges;
  std::vector<std::int64_t> size;  ///< of each vertex: how many slots it takes
  /// Of each vertex: in a bisection, what it costs on side 1 (below 0: on side 0), as by an edge to something there
  /// that does not move. Empty: nothing.
  std::vector<EdgeWeight> pull;

  std::size_t vertices() const { return begin.size() - 1; }
  std::span<const Edge> row(Vertex v) const { return {edges.data() + begin[v], edges.data() + begin[v + 1]}; }
  std::int64_t total_size() const;
};

/// w(i,j) = volume(i->j) + volume(j->i). The graph gets isolated vertices, which stand for slots that stay free, until
/// it has `vertices`. Weights are divided by a power of two, edges kept at 1 at least, until their sum is at most
/// `largest_sum`.
Graph scaled_graph(const Affinity& affinity, Weight weight, std::size_t vertices, EdgeWeight largest_sum);

/// The part of the graph between these vertices, numbered in their order. `scratch` has one element per vertex of the
/// graph and is left as it was: filled with kNoVertex.
Graph induced(const Graph& graph, std::span<const Vertex> vertices, std::vector<Vertex>& scratch);
inline constexpr Vertex kNoVertex = ~Vertex{0};

/// Merges vertices: group_of[v] is the vertex of the result that v becomes part of.
Graph contracted(const Graph& graph, std::span<const Vertex> group_of, std::size_t groups);

}  // namespace topomorph::mapping
