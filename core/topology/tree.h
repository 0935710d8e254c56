// A tree of slots: hosts, packages, caches, cores, with unequal children allowed on every level.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/topology/topology.h"

namespace topomorph {

/// One level of inner nodes. Slots are numbered in tree order, so a node is an interval of slots.
struct TreeLevel {
  std::string name;                  ///< what its nodes are ("host", "package", "level3"); may be empty
  std::uint64_t distance = 0;        ///< distance of two slots whose lowest common ancestor is on this level
  std::vector<Slot> begin;           ///< first slot of every node, then slots(): node i is [begin[i], begin[i+1])
};

/// All leaves (slots) have the same depth; level 1 is directly above the slots, level levels() is the root (one node).
class TreeTopology final : public Topology {
 public:
  /// Levels from the lowest to the root. Each level's nodes must be unions of nodes of the level below, distances must
  /// not decrease upwards; throws InputError otherwise.
  explicit TreeTopology(std::vector<TreeLevel> levels);

  /// Equal children: arities from the leaf upward ({4, 8, 32} is 32 hosts of 8 packages of 4 cores); `distances` per
  /// level in the same order, empty for hops (2, 4, 6, ...).
  static TreeTopology regular(std::span<const std::uint64_t> arities, std::span<const std::uint64_t> distances = {});

  std::uint64_t slots() const override;
  std::uint64_t distance(Slot a, Slot b) const override;
  std::string describe() const override;

  std::size_t levels() const;                  ///< number of inner levels
  const TreeLevel& level(std::size_t l) const; ///< l from 1 (lowest) to levels() (root)
  std::size_t lca_level(Slot a, Slot b) const; ///< 0 if a == b
  /// The tree cut down to these slots (ascending, unique); slot i of the result is slots[i] of this tree.
  TreeTopology restricted_to(std::span<const Slot> slots) const;

 private:
  std::vector<TreeLevel> levels_;
  std::vector<std::uint64_t> code_;  // per slot: child numbers from the root down, packed, so that one XOR finds the LCA
  std::vector<std::uint8_t> level_of_bit_;
};

}  // namespace topomorph
