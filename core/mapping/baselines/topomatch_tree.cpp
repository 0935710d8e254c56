// TopoMatch on trees [Jeannot 2022]: algorithm 1 from the slots up, algorithm 3 from the root down.
#include "core/mapping/baselines/topomatch_tree.h"

#include <algorithm>

#include "core/base/successive.h"

namespace topomorph::mapping {

namespace {

/// Adds vertices without edges up to this number.
void pad(Graph& graph, std::size_t vertices) {
  graph.begin.resize(vertices + 1, graph.begin.back());
  graph.size.resize(vertices, 1);
}

/// Returns the vertex on each place of a group from `order`, the places of its elements; each element has `places`.
std::vector<Vertex> joined(const std::vector<std::vector<Vertex>>& order, std::span<const Vertex> group,
                           std::uint64_t places) {
  std::vector<Vertex> result;
  result.reserve(group.size() * places);
  for (const Vertex element : group) {
    const std::size_t end = result.size() + places;
    if (element < order.size()) result.insert(result.end(), order[element].begin(), order[element].end());
    result.resize(end, kNoVertex);
  }
  return result;
}

/// Algorithm 3 on the nodes of one subtree: places `vertices` on as many slots from `begin` on.
class TopDown {
 public:
  TopDown(const Graph& graph, const TreeTopology& tree, TopoMatchContext& context)
      : graph_(graph),
        tree_(tree),
        context_(context),
        order_(graph.vertices()),
        scratch_(graph.vertices(), kNoVertex) {}

  void place(std::size_t level, Slot begin, std::vector<Vertex> vertices) {
    if (level <= 1 || vertices.size() == 1) {  // below level 1 all places are equal
      std::copy(vertices.begin(), vertices.end(), order_.begin() + static_cast<std::ptrdiff_t>(begin));
      return;
    }
    const std::vector<std::size_t> sizes = children(level, begin, vertices.size());
    const ElementGroups parts = sizes.size() == 1
                                    ? ElementGroups{successive<Vertex>(vertices.size())}
                                    : topomatch_parts(induced(graph_, vertices, scratch_), sizes, context_);
    for (std::size_t p = 0; p < parts.size(); ++p) {
      std::vector<Vertex> inside;
      for (const Vertex v : parts[p]) inside.push_back(vertices[v]);
      place(level - 1, begin, std::move(inside));
      begin += sizes[p];
    }
  }
  const std::vector<Vertex>& order() const { return order_; }

 private:
  std::vector<std::size_t> children(std::size_t level, Slot begin, std::size_t slots) const {
    std::vector<std::size_t> sizes;
    const auto& below = tree_.level(level - 1).begin;
    for (std::size_t node = tree_.node_of(level - 1, begin); node + 1 < below.size() && below[node] < begin + slots;
         ++node) {
      sizes.push_back(static_cast<std::size_t>(below[node + 1] - below[node]));
    }
    return sizes;
  }

  const Graph& graph_;
  const TreeTopology& tree_;
  TopoMatchContext& context_;
  std::vector<Vertex> order_, scratch_;
};

}  // namespace

std::vector<std::uint64_t> regular_arities(const TreeTopology& tree) {
  std::vector<std::uint64_t> arities;
  std::uint64_t below = tree.slots(), slots_of_node = 1;
  for (std::size_t l = 1; l <= tree.levels(); ++l) {
    const auto& begin = tree.level(l).begin;
    slots_of_node = tree.slots() / tree.nodes(l);
    for (std::size_t node = 0; node < begin.size(); ++node) {
      if (begin[node] != node * slots_of_node) return {};
    }
    arities.push_back(below / tree.nodes(l));
    below = tree.nodes(l);
  }
  return arities;
}

std::vector<Vertex> topomatch_bottom_up(Graph graph, std::span<const std::uint64_t> arities,
                                        TopoMatchContext& context) {
  std::vector<std::vector<Vertex>> order(graph.vertices());
  for (Vertex v = 0; v < order.size(); ++v) order[v] = {v};
  std::uint64_t places = 1;  // per element
  for (const std::uint64_t arity : arities) {
    const std::size_t groups_needed = (graph.vertices() + arity - 1) / arity;
    if (arity > 1) {
      const bool only_one = groups_needed == 1;
      if (!only_one) pad(graph, groups_needed * arity);
      const ElementGroups groups =
          only_one ? ElementGroups{successive<Vertex>(graph.vertices())} : topomatch_groups(graph, arity, context);
      std::vector<std::vector<Vertex>> above;
      for (const auto& group : groups) above.push_back(joined(order, group, places));
      order = std::move(above);
      graph = contracted(graph, groups);
    }
    places *= arity;
  }
  return order.front();
}

std::vector<Vertex> topomatch_top_down(const Graph& graph, const TreeTopology& tree, TopoMatchContext& context) {
  TopDown down(graph, tree, context);
  down.place(tree.levels(), 0, successive<Vertex>(graph.vertices()));
  return down.order();
}

}  // namespace topomorph::mapping
