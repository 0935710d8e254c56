// Detects whether a fabric's switches form a (fat) tree.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/topology/sources/infiniband/switch_graph.h"

namespace topomorph::topology::infiniband {

/// The tree of the leaves.
struct SwitchTree {
  /// By level, from the leaves themselves up to a single group, and by leaf: number of its group. Numbers have no
  /// order.
  std::vector<std::vector<std::uint32_t>> group;
  std::vector<std::uint16_t> hops;  ///< by level: cables between two leaves that meet there
  /// Hosts at switches above the lowest level. Each such switch gets a leaf of its own below it, so routes from these
  /// hosts are up to two cables per level shorter than in the tree.
  std::size_t hosts_above = 0;
};

/// Returns the tree in which any two leaves meet on the level of their hops. This covers (fat) trees and networks that
/// look the same from the hosts, such as fully connected switches. Failing that, returns a fat tree with at most a
/// tenth of the hosts (storage, service) at switches above the lowest level. Returns nothing for other networks.
std::optional<SwitchTree> find_tree(const SwitchGraph& graph);

}  // namespace topomorph::topology::infiniband
