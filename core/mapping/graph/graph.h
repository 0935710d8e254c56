// The graph of the mapping algorithms: undirected, with weights of edges and sizes of vertices.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/affinity.h"

namespace topomorph::mapping {

struct Problem;

using Vertex = std::uint32_t;

/// Weights are scaled so that sums of weight x distance fit a signed 64-bit number (see scaled_graph).
using EdgeWeight = std::int64_t;

struct Edge {
  Vertex to = 0;
  EdgeWeight weight = 0;

  /// Orders heavier edges first, on a tie lower vertices first.
  static bool heavier(const Edge& a, const Edge& b) { return a.weight != b.weight ? a.weight > b.weight : a.to < b.to; }
};

/// Compressed rows. Every edge is in the rows of both ends; there are no loops.
struct Graph {
  std::vector<std::uint64_t> begin = {0};
  std::vector<Edge> edges;
  std::vector<std::int64_t> size;  ///< by vertex: number of slots that it takes
  /// By vertex, in a bisection: its cost on side 1, as of an edge to a fixed vertex on side 0; below 0: its cost on
  /// side 0. Empty: no costs.
  std::vector<EdgeWeight> pull;

  std::size_t vertices() const { return begin.size() - 1; }
  std::span<const Edge> row(Vertex v) const { return {edges.data() + begin[v], edges.data() + begin[v + 1]}; }
  std::int64_t total_size() const;
  /// Returns the weight of all edges of the vertex.
  EdgeWeight weight_of(Vertex v) const;
  /// Returns the weight of the heaviest edge; 0 if there is none.
  EdgeWeight heaviest() const;
};

/// Returns the graph with w(i,j) = volume(i->j) + volume(j->i). Isolated vertices, which stand for slots that stay
/// free, fill it up to `vertices`. Weights are divided by a power of two, with a minimum of 1, until their sum is at
/// most `largest_sum`.
Graph scaled_graph(const Affinity& affinity, Weight weight, std::size_t vertices, EdgeWeight largest_sum);

/// Returns the graph of the roles, without vertices for free slots, as scaled_graph() makes it.
Graph graph_of_roles(const Problem& problem, EdgeWeight largest_sum);

/// The largest sum for scaled_graph() where algorithms add weights, and where they multiply the sum by a distance: both
/// then fit a signed 64-bit number.
inline constexpr EdgeWeight kLargestSum = EdgeWeight{1} << 61;
inline constexpr EdgeWeight kLargestSumForDistances = EdgeWeight{1} << 40;
/// The largest sum of weight x distance: room for sums over both directions.
inline constexpr EdgeWeight kLargestCost = EdgeWeight{1} << 60;

/// Returns the graph with the edges that weigh at least so much, without pulls.
Graph heavy_part(const Graph& graph, EdgeWeight least);

/// Returns the part of the graph between these vertices, numbered in their order, without pulls. `scratch` has one
/// element per vertex of the graph, all kNoVertex before and after the call.
Graph induced(const Graph& graph, std::span<const Vertex> vertices, std::vector<Vertex>& scratch);
inline constexpr Vertex kNoVertex = ~Vertex{0};

/// Returns the vertices in breadth-first order, component after component: neighbours are near each other.
std::vector<Vertex> breadth_first_order(const Graph& graph);

/// Returns the graph whose vertex i is order[i] of this one, with sorted rows and without pulls.
Graph renumbered(const Graph& graph, std::span<const Vertex> order);

/// Drops all but the `count` heaviest edges of a list; leaves the others in no order.
void keep_heaviest(std::vector<Edge>& edges, std::size_t count);

/// Returns the weight between parts; `part` has the part of each vertex.
template <typename Parts>
EdgeWeight weight_between(const Graph& graph, const Parts& part) {
  EdgeWeight twice = 0;
  for (Vertex v = 0; v < graph.vertices(); ++v) {
    for (const Edge& edge : graph.row(v)) twice += part[v] != part[edge.to] ? edge.weight : 0;
  }
  return twice / 2;
}

/// Merges vertices: group_of[v] is the vertex of the result that v becomes part of.
Graph contracted(const Graph& graph, std::span<const Vertex> group_of, std::size_t groups);

/// One list of elements per group, in joining order where the order matters.
using ElementGroups = std::vector<std::vector<Vertex>>;

/// Merges the vertices of each group. Each vertex is in exactly one.
Graph contracted(const Graph& graph, const ElementGroups& groups);

}  // namespace topomorph::mapping
