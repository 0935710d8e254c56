// Trees of slots: hosts, packages, caches, cores. Nodes of one level may have different numbers of children.
#pragma once

#include <bit>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/model/topology.h"

namespace topomorph::inline model {

/// The links that lead up from a node: of a switch, its cables.
struct Cables {
  /// For each link that leads up from one of its children, so that a node of switches in parallel tells those of one;
  /// 0: unknown. With fewer than children it is tapered. The destination of a message selects the cable.
  std::uint64_t count = 0;
  double speed = 1;  ///< how many times as fast each is as a link that leads up from a child
};

/// One level of inner nodes. Slots are numbered in tree order, so that a node is an interval of slots.
struct TreeLevel {
  std::string name;            ///< kind of its nodes ("host", "package", "level3"); may be empty
  std::uint64_t distance = 0;  ///< distance of two slots whose lowest common ancestor is on this level
  std::vector<Slot> begin;     ///< first slot of every node, then slots(): node i is [begin[i], begin[i+1])
  Cables cables = {};          ///< that lead up to the next level
};

/// Limits above any machine's number of cores. Larger specifications are refused before memory is allocated. Trees have
/// the lower limit: they keep their nodes and a code of each slot, about 16 bytes a slot and several times that while
/// they are examined, which is a gigabyte at most.
inline constexpr std::uint64_t kMaxSlots = std::uint64_t{1} << 28;
inline constexpr std::uint64_t kMaxTreeSlots = std::uint64_t{1} << 24;

/// All slots (leaves) have the same depth. Level 1 is directly above the slots; level levels() is the root, one node.
class TreeTopology final : public Topology {
 public:
  /// Takes levels from the lowest to the root. Throws InputError unless the nodes of each level are unions of nodes of
  /// the level below and distances do not decrease upwards.
  explicit TreeTopology(std::vector<TreeLevel> levels);

  /// Returns a tree with equal children. `arities` go from the slots upwards: {4, 8, 32} is 32 hosts of 8 packages of 4
  /// cores. `distances` has one number per level in the same order; empty means hops (2, 4, 6, ...). Throws InputError.
  static TreeTopology regular(std::span<const std::uint64_t> arities, std::span<const std::uint64_t> distances = {});

  std::uint64_t slots() const override { return levels_.back().begin.back(); }
  std::uint64_t distance(Slot a, Slot b) const override { return distance_of_level_[lca_level(a, b)]; }
  std::string describe() const override;
  Shape as_shape() const override { return this; }

  std::size_t levels() const { return levels_.size(); }                   ///< inner levels
  const TreeLevel& level(std::size_t l) const { return levels_[l - 1]; }  ///< l from 1 (lowest) to levels() (root)
  std::size_t nodes(std::size_t l) const { return l == 0 ? slots() : level(l).begin.size() - 1; }  ///< level 0: slots
  /// Returns the first slot of a node of level l (0: slots); for the node after the last, the number of slots.
  Slot begin(std::size_t l, std::size_t node) const { return l == 0 ? node : level(l).begin[node]; }
  /// Returns the number of the node of level l (0: slots) that holds the slot.
  std::size_t node_of(std::size_t l, Slot slot) const;
  /// Returns the nodes of level l - 1 in a node of level l: the first, and one past the last.
  std::pair<std::size_t, std::size_t> children(std::size_t l, std::size_t node) const {
    return {node_of(l - 1, begin(l, node)), node_of(l - 1, begin(l, node + 1) - 1) + 1};
  }
  /// Returns the largest number of children of a node of level l.
  std::uint64_t most_children(std::size_t l) const;
  /// Returns the level of the lowest common ancestor; 0 if a == b.
  std::size_t lca_level(Slot a, Slot b) const {
    if (code_.empty()) return lca_by_walking(a, b);
    const std::uint64_t difference = code_[a] ^ code_[b];
    return difference == 0 ? 0 : level_of_bit_[std::bit_width(difference) - 1];
  }
  /// Returns, per slot, the child numbers from the root down, packed into bits. Empty if they do not fit 64 bits.
  std::span<const std::uint64_t> codes() const { return code_; }
  /// Returns the level of the lowest common ancestor of two slots whose codes differ in this bit and in none above.
  /// Only valid if there are codes.
  std::size_t level_of_bit(std::size_t bit) const { return bit < level_of_bit_.size() ? level_of_bit_[bit] : levels(); }

  /// Returns the tree of these slots alone (ascending, unique); slot i of the result is slots[i] of this tree. Throws
  /// InputError.
  TreeTopology restricted_to(std::span<const Slot> slots) const;
  /// Returns the tree whose slots are the nodes of level l; 1 <= l < levels().
  TreeTopology above(std::size_t l) const;
  /// Returns the tree with other distances, one for each level from the lowest to the root.
  TreeTopology with_distances(std::span<const std::uint64_t> distances) const;
  /// Returns the tree with so many slots without distance, its places, in each slot.
  TreeTopology with_places(std::uint64_t places) const;

 private:
  void check() const;
  void pack_codes();
  std::size_t lca_by_walking(Slot a, Slot b) const;

  std::vector<TreeLevel> levels_;
  std::vector<std::uint64_t> distance_of_level_;  // index 0: a slot to itself
  std::vector<std::uint64_t> code_;
  std::vector<std::uint8_t> level_of_bit_;
};

/// Returns the topology if it is a tree, else null.
inline const TreeTopology* as_tree(const Topology& topology) { return as_kind<TreeTopology>(topology); }

/// Returns whether several cables lead up from some nodes.
inline bool has_parallel_cables(const TreeTopology& tree) {
  for (std::size_t l = 1; l < tree.levels(); ++l) {
    if (tree.level(l).cables.count > 1) return true;
  }
  return false;
}

/// Returns the name of a level for all output: its own, else "level2" with its number counted from the slots up; "slot"
/// for level 0.
inline std::string level_name(const TreeTopology& tree, std::size_t level) {
  if (level == 0) return "slot";
  const std::string& name = tree.level(level).name;
  return name.empty() ? "level" + std::to_string(level) : name;
}

/// Drops levels (lowest first) whose nodes all have one child, where no two slots meet. Of levels with the same nodes
/// the outermost stays and gives its name (a package, not its only cache). The last level always stays.
inline std::vector<TreeLevel> without_trivial_levels(std::vector<TreeLevel> levels) {
  std::vector<TreeLevel> kept;
  const std::size_t slots = levels.back().begin.back();
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const std::size_t nodes = levels[i].begin.size() - 1;
    if (!kept.empty() && kept.back().begin.size() - 1 == nodes) {
      kept.back() = std::move(levels[i]);
    } else if (nodes != slots || i + 1 == levels.size()) {
      kept.push_back(std::move(levels[i]));
    }
  }
  return kept;
}

/// Returns the level whose nodes are the hosts: of the levels with these nodes the one named "host", else the lowest; 0
/// if each host has one slot; nothing if no level matches. `begin` has the first slot of each host and the end of the
/// last.
inline std::optional<std::size_t> level_of_hosts(const TreeTopology& tree, const std::vector<Slot>& begin) {
  std::optional<std::size_t> lowest;
  if (begin.size() == tree.slots() + 1) lowest = 0;
  for (std::size_t l = 1; l <= tree.levels(); ++l) {
    if (tree.level(l).begin != begin) continue;
    if (tree.level(l).name == "host") return l;
    if (!lowest) lowest = l;
  }
  return lowest;
}

}  // namespace topomorph::inline model
