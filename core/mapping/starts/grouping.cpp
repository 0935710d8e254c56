// Constructs from the slots up: groups that fill a lowest node, groups of these groups, and so on.
#include "core/mapping/starts/grouping.h"

#include <algorithm>
#include <array>

#include "core/base/successive.h"
#include "core/mapping/graph/queues.h"
#include "core/mapping/search/swap_refiner.h"

namespace topomorph::mapping {

namespace {

/// Returns the vertices in groups of `size`. Each group begins with the vertex that has most weight to the groups
/// before it, so that no single vertices are left at the end.
std::vector<Vertex> grow_groups(const Graph& graph, std::size_t size, Random& random) {
  std::vector<char> taken(graph.vertices(), 0);
  std::vector<Vertex> order;
  GainHeap seeds, frontier;
  seeds.reset(graph.vertices());
  frontier.reset(graph.vertices());
  for (const Vertex v : random.permutation<Vertex>(graph.vertices())) seeds.push(v, 0);
  while (!seeds.empty()) {
    const Vertex v = frontier.empty() ? seeds.top() : frontier.top();
    seeds.remove(v);
    if (frontier.contains(v)) frontier.remove(v);
    taken[v] = 1;
    order.push_back(v);
    for (const Edge& edge : graph.row(v)) {
      if (taken[edge.to]) continue;
      seeds.add(edge.to, edge.weight);
      if (!frontier.contains(edge.to)) frontier.push(edge.to, 0);
      frontier.add(edge.to, edge.weight);
    }
    if (order.size() % size == 0) frontier.reset(graph.vertices());
  }
  return order;
}

/// Groups by `size` and improves the groups by swaps. Gives the vertices of group g the slots from g * size on.
Assignment group(const Graph& graph, std::size_t size, Random& random, const Deadline& deadline) {
  const std::vector<Vertex> order = grow_groups(graph, size, random);
  std::vector<Vertex> position(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) position[order[i]] = static_cast<Vertex>(i);
  Assignment layout(std::move(position));
  const std::array<std::uint64_t, 2> arities = {size, order.size() / size};
  const std::array<std::uint64_t, 2> distances = {0, 1};
  refine_by_swaps(graph, SlotTree(TreeTopology::regular(arities, distances)), layout, {}, deadline);
  return layout;
}

}  // namespace

Assignment grouping(const Graph& graph, const SlotTree& tree, Random& random, const Deadline& deadline) {
  std::vector<Vertex> node = successive<Vertex>(graph.vertices()), slot(graph.vertices(), 0);  // of the level below
  Graph current = graph;
  std::size_t slots_below = 1;  // per node of the level below
  for (std::size_t l = 1; l <= tree.tree().levels(); ++l) {
    const std::size_t size = current.vertices() / tree.tree().nodes(l);
    const Assignment groups = group(current, size, random, deadline);
    std::vector<Vertex> group_of(current.vertices());
    for (std::size_t i = 0; i < group_of.size(); ++i) group_of[i] = static_cast<Vertex>(groups.slot_of[i] / size);
    for (std::size_t v = 0; v < node.size(); ++v) {
      slot[v] += static_cast<Vertex>(groups.slot_of[node[v]] % size * slots_below);
      node[v] = group_of[node[v]];
    }
    current = contracted(current, group_of, tree.tree().nodes(l));
    slots_below *= size;
  }
  return Assignment(std::move(slot));
}

}  // namespace topomorph::mapping
