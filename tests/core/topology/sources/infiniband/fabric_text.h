// Writes invented fabrics in the formats of the InfiniBand tools.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/model/given_topology.h"
#include "core/model/tree.h"

namespace topomorph::testing {

/// A fabric of switches and hosts, by name. Switch i has GUID 0x200000 + i, host i 0x100000 + 2 i; LIDs count from 1 in
/// the order of addition.
class FabricText {
 public:
  void add_switch(const std::string& name);
  void add_host(const std::string& description);
  /// Adds a cable between the next free ports of both.
  void cable(const std::string& a, const std::string& b, const std::string& speed = "QDR");
  void cables(const std::string& a, const std::string& b, int count);

  std::string report() const;     ///< as by ibnetdiscover -p
  std::string blocks() const;     ///< as by ibnetdiscover
  std::string opareport() const;  ///< as by opareport -o topology; every cable once
  std::string net() const;        ///< as for ibsim
  /// Returns the switch's table as ibroute prints it, from ports by name of the destination.
  std::string routes(const std::string& at, const std::map<std::string, int>& ports) const;
  int port(const std::string& from, const std::string& to) const;  ///< first port that leads there
  std::uint64_t guid(const std::string& name) const;

  /// Returns `pods` pods of `leaves` leaves with `hosts` hosts each, below `spines` spines. Spine j of every pod has
  /// cables to the cores j * cores to (j + 1) * cores - 1. Hosts are "node000", ... in order.
  static FabricText fat_tree(int pods, int leaves, int hosts, int spines, int cores);

 private:
  struct Cable {
    std::string name, speed;
    int port;
  };
  struct Node {
    std::string name;
    bool is_switch;
    std::uint64_t guid;
    int lid;
    std::vector<Cable> ports;
  };
  Node& node(const std::string& name);
  const Node& node(const std::string& name) const;

  std::vector<Node> nodes_;
  int switches_ = 0, hosts_ = 0;
};

/// Returns the topology of a fabric as ibnetdiscover prints it; `query` follows the name of its file.
GivenTopology read_fabric(const std::string& fabric, const std::string& query = "");
GivenTopology read_fabric(const FabricText& fabric, const std::string& query = "");
/// The same with the tables of its switches as ibroute prints them.
GivenTopology read_routed(const std::string& fabric, const std::string& routes);
GivenTopology read_routed(const FabricText& fabric, const std::string& routes);

/// Returns the distance of two hosts.
std::uint64_t distance(const GivenTopology& given, const std::string& a, const std::string& b);

/// Returns the tree; throws if the topology is none.
const TreeTopology& tree_of(const GivenTopology& given);

}  // namespace topomorph::testing
