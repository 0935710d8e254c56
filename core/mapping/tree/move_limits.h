// What the vertices on the slots of a tree can at most gain by moving away.
#pragma once

#include <algorithm>
#include <vector>

#include "core/mapping/tree/layout.h"

namespace topomorph::mapping {

/// Per slot and level of the way ("across": the level of the lowest common ancestor of the slot and where its vertex
/// goes to) an upper bound of the gain, and one for all slots of a lowest node together: most searches end there.
class MoveLimits {
 public:
  /// The tree must outlive this. All limits are 0.
  explicit MoveLimits(const SlotTree& tree)
      : tree_(tree),
        levels_(tree.tree().levels()),
        nodes_(tree.tree().nodes(1)),
        node_of_slot_(tree.slots()),
        limit_((levels_ + 1) * tree.slots(), 0),
        crest_((levels_ + 1) * nodes_, 0) {
    const auto& begin = tree.tree().level(1).begin;
    for (std::size_t node = 0; node < nodes_; ++node) {
      for (Slot slot = begin[node]; slot < begin[node + 1]; ++slot) node_of_slot_[slot] = static_cast<Vertex>(node);
    }
  }

  std::size_t lowest_node(Slot slot) const { return node_of_slot_[slot]; }

  EdgeWeight at(std::size_t across, Slot slot) const { return limit_[across * tree_.slots() + slot]; }
  EdgeWeight crest(std::size_t across, std::size_t node) const { return crest_[across * nodes_ + node]; }
  /// To be told after a look at all slots of the node: limits that fell leave the crest too high.
  void lower_crest(std::size_t across, std::size_t node, EdgeWeight highest) {
    crest_[across * nodes_ + node] = highest;
  }

  void clear(Slot slot) {
    for (std::size_t across = 2; across <= levels_; ++across) limit_[across * tree_.slots() + slot] = 0;
  }
  /// An edge of the vertex on this slot came to have the level `now`, and no more `before` (0: there was none).
  void change(Slot slot, EdgeWeight weight, std::size_t before, std::size_t now) {
    for (std::size_t across = 2; across <= levels_; ++across) {
      EdgeWeight& limit = limit_[across * tree_.slots() + slot];
      limit += weight * (saving(now, across) - saving(before, across));
      EdgeWeight& crest = crest_[across * nodes_ + node_of_slot_[slot]];
      crest = std::max(crest, limit);
    }
  }

 private:
  /// What an edge that now has this level can at most save when one of its ends moves to another node below `across`:
  /// an end that is nearer than that parts, one at that level may come as near as can be, farther ones stay as far.
  EdgeWeight saving(std::size_t level, std::size_t across) const {
    if (level > across || level == 0) return 0;
    return tree_.distance(level) - tree_.distance(level < across ? across : 1);
  }

  const SlotTree& tree_;
  std::size_t levels_, nodes_;
  std::vector<Vertex> node_of_slot_;  // on the lowest level
  std::vector<EdgeWeight> limit_;     // per level of the way and slot
  std::vector<EdgeWeight> crest_;     // per level of the way and lowest node
};

}  // namespace topomorph::mapping
