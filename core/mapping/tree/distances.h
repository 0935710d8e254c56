// Distances between slots of a tree from their packed codes alone: one XOR and one count of leading zeros.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include "core/mapping/tree/layout.h"

namespace topomorph::mapping {

/// The tree must outlive this.
class Distances {
 public:
  explicit Distances(const SlotTree& tree) : tree_(tree), codes_(tree.tree().codes()) {
    for (std::size_t bits = 0; bits < of_bits_.size() && !codes_.empty(); ++bits) {
      const std::size_t level = bits == 0 ? 0 : tree.tree().level_of_bit(bits - 1);
      of_bits_[bits] = tree.distance(level);
    }
  }
  /// What stands for a slot here: its code, or itself where codes do not fit 64 bits.
  std::uint64_t code(Slot slot) const { return codes_.empty() ? slot : codes_[slot]; }
  EdgeWeight between(std::uint64_t a, std::uint64_t b) const {
    if (codes_.empty()) return tree_.distance(a, b);
    return of_bits_[static_cast<std::size_t>(std::bit_width(a ^ b))];
  }
  /// Level of the lowest common ancestor, 1 at least.
  std::size_t level(std::uint64_t a, std::uint64_t b) const {
    if (codes_.empty()) return std::max<std::size_t>(tree_.tree().lca_level(a, b), 1);
    return a == b ? 1 : tree_.tree().level_of_bit(static_cast<std::size_t>(std::bit_width(a ^ b)) - 1);
  }

 private:
  const SlotTree& tree_;
  std::span<const std::uint64_t> codes_;
  std::array<EdgeWeight, 65> of_bits_{};
};

}  // namespace topomorph::mapping
