// Made-up fabrics as the InfiniBand tools would print them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace topomorph::testing {

/// A fabric of switches and hosts, by name. Switch i has GUID 0x200000 + i, host i 0x100000 + 2 i; LIDs count from 1,
/// switches first.
class FabricText {
 public:
  void add_switch(const std::string& name);
  void add_host(const std::string& description);
  /// One cable between the next free ports of both.
  void cable(const std::string& a, const std::string& b, const std::string& speed = "QDR");
  void cables(const std::string& a, const std::string& b, int count);

  std::string report() const;  ///< as ibnetdiscover -p
  std::string blocks() const;  ///< as ibnetdiscover
  std::string net() const;     ///< as ibsim reads it
  /// As ibroute prints the switch's table: ports by name of the destination.
  std::string routes(const std::string& at, const std::map<std::string, int>& ports) const;
  int port(const std::string& from, const std::string& to) const;  ///< the first that leads there
  std::uint64_t guid(const std::string& name) const;

  /// `pods` of `leaves` with `hosts` each and `spines` above them in the pod; spine j of every pod has a cable to each
  /// of the `cores` cores j * cores .. Hosts are "node000", ... in order.
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

}  // namespace topomorph::testing
