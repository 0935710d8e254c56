// Shortest paths in any graph of links.
#include "core/topology/shapes/graph_routing.h"

#include <algorithm>

#include <fmt/format.h>

namespace topomorph::topology {

namespace {

constexpr std::size_t kKept = std::size_t{1} << 24;  // costs, of 4 bytes each
constexpr std::uint64_t kFarthest = std::numeric_limits<std::uint32_t>::max();

}  // namespace

GraphRouting::GraphRouting(const GraphTopology& topology)
    : topology_(topology), graph_(topology.graph()), paths_(topology.graph()) {
  for (std::uint64_t vertex = 0; vertex < graph_.vertices(); ++vertex) {
    source_.insert(source_.end(), graph_.links_of(vertex).size(), static_cast<std::uint32_t>(vertex));
  }
}

std::string GraphRouting::name(Link link) const { return fmt::format("{}->{}", source_[link], end(link).vertex); }

Link GraphRouting::next(std::uint64_t vertex, const Costs& costs, Slot goal) const {
  const auto links = graph_.links_of(vertex);
  const auto leads_on = [&](const LinkGraph::End& link) { return costs[link.vertex] + link.cost == costs[vertex]; };
  auto skipped = goal % static_cast<std::uint64_t>(std::count_if(links.begin(), links.end(), leads_on));
  const auto found =
      std::find_if(links.begin(), links.end(), [&](const auto& link) { return leads_on(link) && skipped-- == 0; });
  return first_link(vertex) + static_cast<Link>(found - links.begin());
}

std::shared_ptr<const GraphRouting::Costs> GraphRouting::costs_to(std::uint64_t vertex) const {
  const std::lock_guard lock(mutex_);
  if (const auto found = known_.find(vertex); found != known_.end()) return found->second;
  if ((known_.size() + 1) * graph_.vertices() > kKept) known_.clear();
  auto costs = std::make_shared<Costs>();
  for (const std::uint64_t cost : paths_.from(vertex)) {
    costs->push_back(static_cast<std::uint32_t>(std::min(cost, kFarthest)));
  }
  return known_[vertex] = std::move(costs);
}

void GraphRouting::route(Slot a, Slot b, std::vector<Link>& path) const {
  const std::uint64_t goal = topology_.vertex_of(b);
  const auto last = graph_.links_of(goal);
  const bool hangs = last.size() == 1;  // leaves share the costs of the vertex they are attached to
  const std::uint64_t door = hangs ? last[0].vertex : goal;
  std::uint64_t vertex = topology_.vertex_of(a);
  if (vertex == goal) return;
  const auto costs = costs_to(door);
  while (vertex != door) {
    const Link link = next(vertex, *costs, b);
    path.push_back(link);
    vertex = end(link).vertex;
  }
  if (!hangs) return;
  const auto links = graph_.links_of(door);
  const auto down = std::find_if(links.begin(), links.end(), [&](const auto& link) { return link.vertex == goal; });
  path.push_back(first_link(door) + static_cast<Link>(down - links.begin()));
}

}  // namespace topomorph::topology
