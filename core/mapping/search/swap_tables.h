// Fast distances on a tree, and bounds of what a vertex gains by a move: the two tables of the swap refiner.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <vector>

#include "core/mapping/slots/slot_tree.h"

namespace topomorph::mapping {

/// Distances from packed codes of slots: one XOR and one count of leading zeros. The tree must outlive this.
class Distances {
 public:
  explicit Distances(const SlotTree& tree) : tree_(tree), codes_(tree.tree().codes()) {
    for (std::size_t bits = 0; bits < of_bits_.size() && !codes_.empty(); ++bits) {
      const std::size_t level = bits == 0 ? 0 : tree.tree().level_of_bit(bits - 1);
      of_bits_[bits] = tree.distance(level);
    }
  }
  /// Returns the code of a slot; the slot itself if codes do not fit 64 bits.
  std::uint64_t code(Slot slot) const { return codes_.empty() ? slot : codes_[slot]; }
  EdgeWeight between(std::uint64_t a, std::uint64_t b) const {
    if (codes_.empty()) return tree_.distance(a, b);
    return of_bits_[static_cast<std::size_t>(std::bit_width(a ^ b))];
  }
  /// Returns the level of the lowest common ancestor, 1 at least.
  std::size_t level(std::uint64_t a, std::uint64_t b) const {
    if (codes_.empty()) return std::max<std::size_t>(tree_.tree().lca_level(a, b), 1);
    return a == b ? 1 : tree_.tree().level_of_bit(static_cast<std::size_t>(std::bit_width(a ^ b)) - 1);
  }

 private:
  const SlotTree& tree_;
  std::span<const std::uint64_t> codes_;
  std::array<EdgeWeight, 65> of_bits_{};
};

/// Upper bounds of what the vertex on a slot gains by a move, for each level of the way: "across" is the level of the
/// lowest common ancestor of the slot and the vertex's new slot. The crest is the bound of all slots of a lowest node
/// together; most searches end there.
class MoveLimits {
 public:
  /// All limits are 0. The tree must outlive this.
  explicit MoveLimits(const SlotTree& tree)
      : tree_(tree),
        levels_(tree.tree().levels()),
        nodes_(tree.tree().nodes(1)),
        node_of_slot_(tree.node_of_slots(1)),
        limit_((levels_ + 1) * tree.slots(), 0),
        crest_((levels_ + 1) * nodes_, 0) {}

  std::size_t lowest_node(Slot slot) const { return node_of_slot_[slot]; }

  EdgeWeight at(std::size_t across, Slot slot) const { return limit_[across * tree_.slots() + slot]; }
  EdgeWeight crest(std::size_t across, std::size_t node) const { return crest_[across * nodes_ + node]; }
  /// Sets the crest after a look at all slots of the node: change() raises it, but does not lower it.
  void lower_crest(std::size_t across, std::size_t node, EdgeWeight highest) {
    crest_[across * nodes_ + node] = highest;
  }

  void clear(Slot slot) {
    for (std::size_t across = 2; across <= levels_; ++across) limit_[across * tree_.slots() + slot] = 0;
  }
  /// Notes that an edge of the vertex on this slot has the level `now` instead of `before` (0: the edge is new).
  void change(Slot slot, EdgeWeight weight, std::size_t before, std::size_t now) {
    for (std::size_t across = 2; across <= levels_; ++across) {
      EdgeWeight& limit = limit_[across * tree_.slots() + slot];
      limit += weight * (saving(now, across) - saving(before, across));
      EdgeWeight& crest = crest_[across * nodes_ + node_of_slot_[slot]];
      crest = std::max(crest, limit);
    }
  }

 private:
  /// Returns the most that an edge of this level saves if one end moves to another node below `across`. An edge below
  /// that level becomes longer, one at that level may become as short as possible, and one above keeps its length.
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
