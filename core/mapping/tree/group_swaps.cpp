// Swapping the contents of whole nodes of the tree (sockets, hosts).
#include "core/mapping/tree/swap_refiner.h"

namespace topomorph::mapping {

namespace {

/// The node of the level each vertex is in.
std::vector<Vertex> nodes_of(const SlotTree& tree, std::size_t level, const Layout& layout) {
  std::vector<Vertex> node_of_slot;
  for (std::size_t node = 0; node < tree.tree().nodes(level); ++node) {
    node_of_slot.resize(tree.begin(level, node + 1), static_cast<Vertex>(node));
  }
  std::vector<Vertex> nodes(layout.slot_of.size());
  for (std::size_t v = 0; v < nodes.size(); ++v) nodes[v] = node_of_slot[layout.slot_of[v]];
  return nodes;
}

/// Moves every vertex to the same place inside the node its group went to.
Layout moved_with_groups(const SlotTree& tree, std::size_t level, const Layout& layout,
                         const std::vector<Vertex>& group_of, const Layout& groups) {
  std::vector<Vertex> slots(layout.slot_of.size());
  for (std::size_t v = 0; v < slots.size(); ++v) {
    const Slot inside = layout.slot_of[v] - tree.begin(level, group_of[v]);
    slots[v] = static_cast<Vertex>(tree.begin(level, groups.slot_of[group_of[v]]) + inside);
  }
  return Layout(std::move(slots));
}

EdgeWeight refine_level(const Graph& graph, const SlotTree& tree, std::size_t level, Layout& layout,
                        const std::vector<char>& fixed, const Deadline& deadline) {
  const std::size_t nodes = tree.tree().nodes(level);
  const std::vector<Vertex> group_of = nodes_of(tree, level, layout);
  const Graph groups = contracted(graph, group_of, nodes);
  std::vector<char> fixed_groups(nodes, 0);
  for (std::size_t v = 0; v < fixed.size(); ++v) fixed_groups[group_of[v]] |= fixed[v];

  std::vector<Vertex> start(nodes);
  for (std::size_t node = 0; node < nodes; ++node) start[node] = static_cast<Vertex>(node);
  Layout group_layout(std::move(start));
  const EdgeWeight gain = refine_by_swaps(groups, tree.above(level), group_layout, fixed_groups, deadline);
  if (gain > 0) layout = moved_with_groups(tree, level, layout, group_of, group_layout);
  return gain;
}

}  // namespace

EdgeWeight refine_by_group_swaps(const Graph& graph, const SlotTree& tree, Layout& layout,
                                 const std::vector<char>& fixed, const Deadline& deadline) {
  EdgeWeight gain = 0;
  for (std::size_t level = tree.tree().levels() - 1; level >= 1; --level) {
    gain += refine_level(graph, tree, level, layout, fixed, deadline);
  }
  return gain + refine_by_swaps(graph, tree, layout, fixed, deadline);
}

}  // namespace topomorph::mapping
