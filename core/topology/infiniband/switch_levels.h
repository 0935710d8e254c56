// Whether a fabric's switches form a (fat) tree, and which.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/topology/infiniband/switch_graph.h"

namespace topomorph::infiniband {

/// The tree that the leaves are in. Switches of a level that share a switch of the level below them count as one: the
/// spines of a fat tree, or those of a pod of it.
struct SwitchTree {
  /// By level, from the leaves themselves up to where all are in one group, and by leaf: its group, a number that means
  /// nothing but "the same" or "another".
  std::vector<std::vector<std::uint32_t>> group;
  /// Hosts at switches above the lowest level: each such switch has a leaf of its own below it, so that ways from
  /// those hosts are up to two cables per level shorter than the tree says.
  std::size_t hosts_above = 0;
};

/// Nothing where the switches are no tree: two hosts whose leaves meet on level l (leaves: 0) must be 2 l cables apart,
/// and no way shorter. Of the hosts at most a tenth (storage, service) may be at switches that are not on the lowest
/// level; their ways may be shorter.
std::optional<SwitchTree> find_tree(const SwitchGraph& graph);

}  // namespace topomorph::infiniband
