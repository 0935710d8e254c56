// Whether a fabric's switches form a (fat) tree, and which.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/topology/sources/infiniband/switch_graph.h"

namespace topomorph::topology::infiniband {

/// The tree that the leaves are in.
struct SwitchTree {
  /// By level, from the leaves themselves up to where all are in one group, and by leaf: its group, a number that means
  /// nothing but "the same" or "another".
  std::vector<std::vector<std::uint32_t>> group;
  std::vector<std::uint16_t> hops;  ///< by level: cables between two leaves that meet there
  /// Hosts at switches above the lowest level: each such switch has a leaf of its own below it, so that ways from
  /// those hosts are up to two cables per level shorter than the tree says.
  std::size_t hosts_above = 0;
};

/// The tree in which any two leaves meet on the level of their hops: (fat) trees, and whatever else looks the same from
/// the hosts, such as switches that all have cables to each other. Failing that, a fat tree with at most a tenth of the
/// hosts (storage, service) at switches above the lowest level. Nothing for other networks.
std::optional<SwitchTree> find_tree(const SwitchGraph& graph);

}  // namespace topomorph::topology::infiniband
