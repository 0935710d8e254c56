// Shortest paths in a graph of links.
#include "core/topology/shapes/shortest_paths.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace topomorph::topology {

LinkGraph::LinkGraph(std::uint64_t vertices, std::span<const Link> links)
    : begin_(vertices + 1, 0), ends_(2 * links.size()) {
  for (const Link& link : links) ++begin_[link.from + 1], ++begin_[link.to + 1];
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  std::vector<std::uint64_t> next(begin_.begin(), begin_.end() - 1);
  for (const Link& link : links) {
    ends_[next[link.from]++] = {link.to, link.cost};
    ends_[next[link.to]++] = {link.from, link.cost};
    equal_costs_ = equal_costs_ && link.cost == links[0].cost;
  }
}

const std::vector<std::uint64_t>& ShortestPaths::from(std::uint64_t start) {
  cost_.assign(graph_.vertices(), kUnreachable);
  cost_[start] = 0;
  open_.assign(1, {0, start});
  graph_.equal_costs() ? search_in_breadth() : search_by_cost();
  return cost_;
}

void ShortestPaths::search_in_breadth() {
  for (std::size_t i = 0; i < open_.size(); ++i) {  // the loop appends to the list
    const auto [cost, vertex] = open_[i];
    for (const LinkGraph::End& end : graph_.links_of(vertex)) {
      if (cost_[end.vertex] != kUnreachable) continue;
      cost_[end.vertex] = cost + end.cost;
      open_.emplace_back(cost + end.cost, end.vertex);
    }
  }
}

void ShortestPaths::search_by_cost() {
  while (!open_.empty()) {
    std::pop_heap(open_.begin(), open_.end(), std::greater<>());
    const auto [cost, vertex] = open_.back();
    open_.pop_back();
    if (cost > cost_[vertex]) continue;
    for (const LinkGraph::End& end : graph_.links_of(vertex)) {
      if (cost + end.cost >= cost_[end.vertex]) continue;
      cost_[end.vertex] = cost + end.cost;
      open_.emplace_back(cost + end.cost, end.vertex);
      std::push_heap(open_.begin(), open_.end(), std::greater<>());
    }
  }
}

}  // namespace topomorph::topology
