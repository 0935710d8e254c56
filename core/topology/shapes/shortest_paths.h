// Shortest paths in a graph of links.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace topomorph::topology {

/// Links without direction, with their costs (1 or more).
class LinkGraph {
 public:
  struct Link {
    std::uint64_t from = 0, to = 0, cost = 1;
  };
  struct End {
    std::uint64_t vertex = 0, cost = 1;
  };

  /// Takes each link once, in any order; its ends differ and are below `vertices`.
  LinkGraph(std::uint64_t vertices, std::span<const Link> links);

  std::uint64_t vertices() const { return begin_.size() - 1; }
  /// The other ends.
  std::span<const End> links_of(std::uint64_t vertex) const {
    return {ends_.data() + begin_[vertex], ends_.data() + begin_[vertex + 1]};
  }
  bool equal_costs() const { return equal_costs_; }

 private:
  std::vector<std::uint64_t> begin_;
  std::vector<End> ends_;
  bool equal_costs_ = true;
};

/// Computes the costs of the cheapest paths from one vertex after another, in the same memory.
class ShortestPaths {
 public:
  static constexpr std::uint64_t kUnreachable = std::numeric_limits<std::uint64_t>::max();

  explicit ShortestPaths(const LinkGraph& graph) : graph_(graph) {}

  /// Returns the costs to every vertex, valid until the next call. Uses Dijkstra's algorithm, or breadth-first search,
  /// O(links), if all links cost the same.
  const std::vector<std::uint64_t>& from(std::uint64_t start);

 private:
  using Reached = std::pair<std::uint64_t, std::uint64_t>;  // cost, vertex

  void search_in_breadth();
  void search_by_cost();

  const LinkGraph& graph_;
  std::vector<std::uint64_t> cost_;
  std::vector<Reached> open_;
};

}  // namespace topomorph::topology
