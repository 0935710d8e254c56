// The links of a tree: one in each direction between every node and its parent.
#pragma once

#include <vector>

#include "core/model/routing.h"
#include "core/model/tree.h"

namespace topomorph::topology {

/// Routes lead up to the common node of the slots and down again. Parallel switches of a fat tree are one node.
class TreeRouting final : public Routing {
 public:
  /// The tree must outlive this. `bandwidths` has a value for the links above the nodes of each level below the root,
  /// slots first; levels without a value get the inverse of the distance of the level above.
  explicit TreeRouting(const TreeTopology& tree, std::vector<double> bandwidths = {});

  std::uint64_t links() const override { return 2 * begin_.back(); }
  /// Returns "slot 5 up", "host 3 down", "level2 1 up".
  std::string name(Link link) const override;
  double bandwidth(Link link) const override { return bandwidths_[level_of(link % begin_.back())]; }
  void route(Slot a, Slot b, std::vector<Link>& path) const override;
  void leave(Slot slot, std::vector<Link>& path) const override { climb(slot, begin_.size() - 1, path); }
  void enter(Slot slot, std::vector<Link>& path) const override { descend(slot, begin_.size() - 1, path); }

  /// Appends the links from the slot up to its node of `level`, or from that node down to the slot.
  void climb(Slot slot, std::size_t level, std::vector<Link>& path) const;
  void descend(Slot slot, std::size_t level, std::vector<Link>& path) const;

 private:
  std::size_t level_of(std::uint64_t node) const;
  std::uint64_t node(std::size_t level, Slot slot) const {
    return begin_[level] + (level == 0 ? slot : tree_.node_of(level, slot));
  }

  const TreeTopology& tree_;
  std::vector<double> bandwidths_;
  std::vector<std::uint64_t> begin_ = {0};  // number of the first node of each level, slots first; the root has no link
};

}  // namespace topomorph::topology
