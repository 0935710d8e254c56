// The nodes of a tree by what is below them, for searches that give each child of a node a part of a lattice.
#pragma once

#include <unordered_map>
#include <vector>

#include "core/mapping/slots/slot_tree.h"

namespace topomorph::mapping {

/// What nodes of one shape have in common. The largest children come first, children of one shape side by side.
struct NodeFamily {
  std::size_t level = 0;
  bool is_lowest = false;              ///< its cells are not divided further: there are no children here
  std::vector<std::size_t> place;      ///< of each child among the children in the order of slots
  std::vector<NodeFamily*> below;      ///< of each child; null: it is not full
  std::vector<std::size_t> before;     ///< cells of the children before each, and of all
  std::vector<std::size_t> run_begin;  ///< the first of the children of this shape around each

  /// Returns the end of the range of children from `first` on that holds so many cells; `first` if there is none.
  std::size_t end_of(std::size_t first, std::size_t cells) const;
  /// Returns the first child that a range of children is like one from, whatever its place among children of a shape.
  std::size_t start_of(std::size_t first, std::size_t last) const {
    return are_alike(first, last) ? run_begin[first] : first;
  }
  bool are_alike(std::size_t first, std::size_t last) const { return run_begin[first] == run_begin[last - 1]; }
};

/// The families of the nodes from the root down to a level. The tree must outlive this.
class NodeFamilies {
 public:
  /// The root holds so many cells: the last of its children that has any need not be full, the next ones have none.
  NodeFamilies(const SlotTree& tree, std::size_t cells, std::size_t lowest);

  NodeFamily& root() { return of(tree_.tree().levels(), 0); }

 private:
  NodeFamily& of(std::size_t level, std::size_t node);
  void find_children(std::size_t node, NodeFamily& family);
  std::size_t slots_of(std::size_t level, std::size_t node) const;

  const SlotTree& tree_;
  std::size_t cells_, lowest_;
  std::vector<std::unordered_map<Vertex, NodeFamily>> families_;  // per level, by shape; elements do not move
};

}  // namespace topomorph::mapping
