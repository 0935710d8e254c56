// A tree with scaled distances, which of its nodes can exchange their contents, and pins, which need such exchanges.
#pragma once

#include <span>
#include <vector>

#include "core/mapping/graph/graph.h"
#include "core/mapping/slots/assignment.h"
#include "core/model/tree.h"

namespace topomorph::mapping {

/// A tree with a scaled distance for each level.
class SlotTree {
 public:
  /// Scales distances down to kLargestDistance at most. Their order remains; close ones may become equal.
  explicit SlotTree(TreeTopology tree);

  const TreeTopology& tree() const { return tree_; }
  EdgeWeight distance(std::size_t level) const { return distance_[level]; }
  EdgeWeight distance(Slot a, Slot b) const { return distance_[tree_.lca_level(a, b)]; }
  EdgeWeight largest_distance() const { return distance_.back(); }
  std::size_t slots() const { return static_cast<std::size_t>(tree_.slots()); }

  /// Returns the shape of each node of a level (0: slots). Nodes of the same shape can exchange their contents.
  const std::vector<Vertex>& shapes(std::size_t level) const { return shape_[level]; }

  /// Returns the node of a level that each slot is in.
  std::vector<Vertex> node_of_slots(std::size_t level) const;

  /// Returns the highest level whose nodes have at most so many slots each, 1 at least.
  std::size_t level_of_region(std::size_t most_slots) const;

  /// Returns the tree whose slots are the nodes of `level` of this one; 1 <= level < levels.
  SlotTree above(std::size_t level) const;

  static constexpr EdgeWeight kLargestDistance = EdgeWeight{1} << 24;

 private:
  void find_shapes();

  TreeTopology tree_;
  std::vector<EdgeWeight> distance_;
  std::vector<std::vector<Vertex>> shape_;
};

/// Returns whether all nodes of each level have the same shape, so that a group fits any node.
bool is_regular(const SlotTree& tree);

/// Returns the sum of weight x distance over all edges.
EdgeWeight cost_on_tree(const Graph& graph, const SlotTree& tree, const std::vector<Vertex>& slot_of);

/// Returns the cost of the vertex's edges if it were on `slot`. Neighbours without a slot (kNoVertex) do not count.
inline EdgeWeight cost_at(const Graph& graph, const SlotTree& tree, const std::vector<Vertex>& slot_of, Vertex v,
                          Slot slot) {
  return cost_to_placed(
      graph, slot_of, [&](Slot a, Slot b) { return tree.distance(a, b); }, v, static_cast<Vertex>(slot));
}

/// Moves every pinned vertex to its slot. Exchanges the contents of whole branches of equal shape, which costs nothing.
/// If the shapes differ or a branch has an earlier pin, exchanges the vertex with the one on its slot.
void apply_pins(const SlotTree& tree, std::span<const Pin> pins, Assignment& layout);

}  // namespace topomorph::mapping
