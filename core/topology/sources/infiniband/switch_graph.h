// The switches of a fabric as a graph, with the hosts at them and the hops between them; whether they form a (fat)
// tree.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/topology/sources/infiniband/fabric.h"

namespace topomorph::topology::infiniband {

/// More hops than any path has.
inline constexpr std::uint16_t kNoWay = 0xffff;

/// The part of a fabric that concerns chosen hosts. A leaf is a switch with at least one of them.
struct SwitchGraph {
  std::vector<std::uint32_t> hosts;              ///< the chosen hosts, by the fabric's numbers
  std::vector<std::uint32_t> leaf_of_host;       ///< by index into `hosts`: leaf of the host
  std::vector<Vertex> leaves;                    ///< switch of each leaf, in the order of the first hosts
  std::vector<std::vector<Vertex>> neighbours;   ///< by switch: switches with a cable to it, by rising GUID
  std::vector<std::vector<std::uint16_t>> hops;  ///< by leaf and switch: cables on the shortest path
  std::vector<bool> useful;                      ///< by switch: a leaf, or on a shortest path between two

  std::vector<Vertex> others;  ///< switches with a host's cable at which no host counts
  std::size_t at_several = 0;  ///< hosts with cables to several switches

  /// A host at several switches belongs to the one to which most of its bandwidth leads; of equals, as of rails, to the
  /// one with most hosts, so that a dead port does not part it from its neighbours. The order of the file does not
  /// count. Throws InputError for a host without a switch, and if two hosts are not connected.
  SwitchGraph(const Fabric& fabric, std::vector<std::uint32_t> chosen);

  std::vector<std::size_t> hosts_of_leaves() const;  ///< number of hosts at each

 private:
  void attach_hosts(const Fabric& fabric);
  void note_others(const Fabric& fabric, const std::vector<std::uint32_t>& leaf_of_switch);
  void measure(const Fabric& fabric);
};

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
