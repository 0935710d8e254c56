// The heavy edges of a graph, without their weights.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "core/mapping/multilevel/graph.h"

namespace topomorph::mapping {

/// The edges that weigh at least so much.
class HeavyPart {
 public:
  HeavyPart(const Graph& graph, EdgeWeight least) {
    begin_.push_back(0);
    for (Vertex v = 0; v < graph.vertices(); ++v) {
      for (const Edge& edge : graph.row(v)) {
        if (edge.weight >= least) ends_.push_back(edge.to);
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
  std::vector<std::size_t> begin_;
  std::vector<Vertex> ends_;
};

}  // namespace topomorph::mapping
