// The switches of a fabric as a graph, the hosts at them, and how far apart they are.
#pragma once

#include <cstdint>
#include <vector>

#include "core/topology/sources/infiniband/fabric.h"

namespace topomorph::topology::infiniband {

/// More hops than any way has.
inline constexpr std::uint16_t kNoWay = 0xffff;

/// What matters of a fabric for some of its hosts. A leaf is a switch that has one of them.
struct SwitchGraph {
  std::vector<std::uint32_t> hosts;  ///< those that were chosen, as the fabric numbers them
  std::vector<std::uint32_t>
      leaf_of_host;            ///< by their place in `hosts`: number of the leaf where the host is plugged in
  std::vector<Vertex> leaves;  ///< switch of each leaf, in the order of the first hosts
  std::vector<std::vector<Vertex>> neighbours;   ///< by switch: the switches it has cables to, by rising GUID
  std::vector<std::vector<std::uint16_t>> hops;  ///< by leaf and switch: cables on the shortest way
  std::vector<bool> useful;                      ///< by switch: on a shortest way between two leaves, or a leaf

  /// Hosts at several switches count at the one where their first cable in the file ends. Throws InputError for a host
  /// without a switch, and where there is no way between two hosts.
  SwitchGraph(const Fabric& fabric, std::vector<std::uint32_t> chosen);

  std::vector<std::size_t> hosts_of_leaves() const;  ///< how many each has

 private:
  void attach_hosts(const Fabric& fabric);
  void measure(const Fabric& fabric);
};

}  // namespace topomorph::topology::infiniband
