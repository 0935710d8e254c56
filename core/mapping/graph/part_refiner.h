// Refinement of a partition: pairs of parts, and clusters of neighbouring parts that are cut anew.
#pragma once

#include <span>
#include <vector>

#include "core/mapping/graph/partition_tools.h"

namespace topomorph::mapping {

/// Refines a partition of vertices of size 1; part i holds at most capacities[i] of them.
class PartRefiner {
 public:
  /// Cuts a graph into parts of these capacities, as one of many tries. Returns the part of each vertex.
  using Cut = std::vector<Vertex> (*)(const Graph&, std::span<const std::int64_t> capacities, PartitionContext&);

  PartRefiner(const Graph& graph, std::span<const std::int64_t> capacities, PartitionContext& context, Cut cut,
              std::vector<Vertex>& part);

  /// Refines pairs of parts as bisections, those with most weight between them first, until no pair improves.
  void refine_pairs();

  /// Large neighbourhood search [Shaw 1998]: about `tries` times, joins a random part with some of its neighbours and
  /// cuts them anew; keeps a result that is no worse. Repairs what pairs cannot, and what the first cuts of a recursive
  /// bisection did not foresee. Does nothing if most weight is cut anyway.
  void recut_clusters(std::size_t tries);

 private:
  using Pair = std::pair<Vertex, Vertex>;
  using Cluster = std::vector<Vertex>;

  /// The members of some parts, and the graph between them.
  struct Joined {
    std::vector<Vertex> vertices;  // part after part
    Graph graph;
  };

  std::vector<Pair> adjacent_pairs() const;
  std::vector<std::vector<Pair>> disjoint_batches(std::vector<Pair> pairs) const;
  bool refine_pair(Pair pair, std::size_t worker);
  bool is_shapeless() const;
  std::vector<Cluster> choose_disjoint_clusters(std::size_t count);
  Cluster choose_cluster();
  void recut(const Cluster& cluster, Random random, std::size_t worker);
  Joined join(std::span<const Vertex> cluster, std::size_t worker);

  const Graph& graph_;
  std::span<const std::int64_t> capacities_;
  PartitionContext& context_;
  Cut cut_;
  PartitionTools tools_;
  std::vector<Vertex>& part_;
  std::vector<std::vector<Vertex>> members_;
  std::vector<EdgeWeight> tie_;  // by part: weight to the cluster being chosen; 0 between choices
};

}  // namespace topomorph::mapping
