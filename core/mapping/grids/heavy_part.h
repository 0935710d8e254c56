// The heavy edges of a graph, without their weights.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "core/mapping/graph/graph.h"

namespace topomorph::mapping {

/// The edges that weigh at least so much, except those of hubs: no cell of a grid has so many neighbours.
class HeavyPart {
 public:
  HeavyPart(const Graph& graph, EdgeWeight least) {
    std::vector<std::size_t> degree;
    for (Vertex v = 0; v < graph.vertices(); ++v) {
      const auto row = graph.row(v);
      degree.push_back(static_cast<std::size_t>(
          std::count_if(row.begin(), row.end(), [least](const Edge& edge) { return edge.weight >= least; })));
    }
    for (Vertex v = 0; v < graph.vertices(); ++v) {
      for (const Edge& edge : graph.row(v)) {
        const bool has_hub = std::max(degree[v], degree[edge.to]) > kMostNeighbours;
        if (edge.weight >= least && !has_hub) ends_.push_back(edge.to);
      }
      begin_.push_back(ends_.size());
    }
  }
  std::size_t vertices() const { return begin_.size() - 1; }
  std::span<const Vertex> row(Vertex v) const { return {ends_.data() + begin_[v], ends_.data() + begin_[v + 1]}; }
  bool are_joined(Vertex a, Vertex b) const { return std::binary_search(row(a).begin(), row(a).end(), b); }
  std::size_t common(Vertex a, Vertex b) const {
    std::size_t count = 0;
    const auto first = row(a), second = row(b);
    for (auto i = first.begin(), j = second.begin(); i != first.end() && j != second.end();) {
      count += *i == *j ? 1 : 0;
      *i < *j ? ++i : *j < *i ? ++j : (++i, ++j);
    }
    return count;
  }

 private:
  static constexpr std::size_t kMostNeighbours = 128;  // 80 with corners in four dimensions, and some of other traffic

  std::vector<std::size_t> begin_ = {0};
  std::vector<Vertex> ends_;
};

}  // namespace topomorph::mapping
