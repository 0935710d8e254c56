// A complete assignment of vertices to the slots of a tree, seen from both sides.
#pragma once

#include <vector>

#include "core/mapping/multilevel/graph.h"
#include "core/model/tree.h"

namespace topomorph::mapping {

/// As many vertices as slots, one on each; free slots hold vertices without edges.
struct Layout {
  std::vector<Vertex> slot_of;    ///< vertex -> slot
  std::vector<Vertex> vertex_of;  ///< slot -> vertex

  explicit Layout(std::vector<Vertex> slots) : slot_of(std::move(slots)), vertex_of(slot_of.size()) {
    for (std::size_t v = 0; v < slot_of.size(); ++v) vertex_of[slot_of[v]] = static_cast<Vertex>(v);
  }
  void swap(Vertex a, Vertex b) {
    std::swap(slot_of[a], slot_of[b]);
    vertex_of[slot_of[a]] = a;
    vertex_of[slot_of[b]] = b;
  }
};

/// A tree as the algorithms see it: scaled distances per level, and which nodes may change places.
class SlotTree {
 public:
  /// Distances are scaled down to kLargestDistance at most, keeping their order as far as that goes.
  explicit SlotTree(TreeTopology tree);

  const TreeTopology& tree() const { return tree_; }
  EdgeWeight distance(std::size_t level) const { return distance_[level]; }
  EdgeWeight distance(Slot a, Slot b) const { return distance_[tree_.lca_level(a, b)]; }
  std::size_t slots() const { return static_cast<std::size_t>(tree_.slots()); }

  /// Nodes of a level (0: slots) with the same shape have the same number here; their contents can be exchanged whole.
  const std::vector<Vertex>& shapes(std::size_t level) const { return shape_[level]; }
  /// Interval of slots of a node of a level (0: slots).
  Slot begin(std::size_t level, std::size_t node) const { return level == 0 ? node : tree_.level(level).begin[node]; }

  /// The tree whose slots are the nodes of `level` of this one; level 1 or above, below the root.
  SlotTree above(std::size_t level) const;

  static constexpr EdgeWeight kLargestDistance = EdgeWeight{1} << 24;

 private:
  void find_shapes();

  TreeTopology tree_;
  std::vector<EdgeWeight> distance_;
  std::vector<std::vector<Vertex>> shape_;
};

/// Sum of weight x distance, scaled.
EdgeWeight layout_cost(const Graph& graph, const SlotTree& tree, const Layout& layout);

}  // namespace topomorph::mapping
