// The switches of a fabric as a graph, with the hosts at them and the hops between them.
#pragma once

#include <cstdint>
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

  /// A host at several switches belongs to the one of its first cable in the file. Throws InputError for a host without
  /// a switch, and if two hosts are not connected.
  SwitchGraph(const Fabric& fabric, std::vector<std::uint32_t> chosen);

  std::vector<std::size_t> hosts_of_leaves() const;  ///< number of hosts at each

 private:
  void attach_hosts(const Fabric& fabric);
  void measure(const Fabric& fabric);
};

}  // namespace topomorph::topology::infiniband
