// An InfiniBand fabric: its switches, its hosts, the cables between them, and the switches' forwarding tables.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/warnings.h"

namespace topomorph::topology::infiniband {

/// Switches are 0 .. switches.size()-1, hosts follow.
using Vertex = std::uint32_t;

struct Switch {
  std::uint64_t guid = 0;
  std::string name;       ///< its description, or its GUID in hexadecimal where it has none
  std::uint32_t lid = 0;  ///< 0: not known
};

/// A machine with all its adapters and their ports.
struct Host {
  std::uint64_t guid = 0;  ///< of the adapter (or port) that the file names first
  std::string name;        ///< from the adapters' description; the GUID in hexadecimal where that tells none (the
                           ///< port's, where the file has both)
  std::vector<std::uint32_t> lids;   ///< of its ports, in the order of the file
  std::vector<std::string> classes;  ///< partitions of netloc that it is in, where the file lists them
};

/// All cables between two vertices; `from` < `to`.
struct Cables {
  Vertex from = 0, to = 0;
  double bandwidth = 0;     ///< Gbit/s of all of them in one direction, without the encoding
  std::uint32_t count = 0;  ///< how many
};

/// Output port of a switch by destination LID.
inline constexpr std::uint8_t kNoPort = 255;
using ForwardingTable = std::vector<std::uint8_t>;

struct Fabric {
  std::vector<Switch> switches;
  std::vector<Host> hosts;  ///< in the order of the file
  std::vector<Cables> cables;
  std::vector<ForwardingTable> forwarding;         ///< by switch; empty where no routes are known
  std::vector<std::vector<std::uint32_t>> behind;  ///< by switch and port: number of the cables there, or kNoCables
  Warnings warnings = {};                          ///< of what its files lack

  static constexpr std::uint32_t kNoCables = 0xffffffff;
  bool is_switch(Vertex v) const { return v < switches.size(); }
  const std::string& name(Vertex v) const { return is_switch(v) ? switches[v].name : hosts[v - switches.size()].name; }
  /// Cables at every vertex.
  std::vector<std::vector<std::uint32_t>> incident() const;
};

/// "node001" of the descriptions "node001 HCA-1", "node001 mlx5_0", "node001"; empty for those that name no host
/// ("MT25408 ConnectX Mellanox Technologies", "localhost HCA-1").
std::string host_of_description(std::string_view description);

/// True for the adapters inside switches that combine data on their way (SHARP): nothing runs there.
bool is_aggregation_node(std::string_view description);

/// Gbit/s of a link, without the encoding: width "4x", speed "QDR". An unknown speed counts as SDR, the slowest.
/// 0 for a width that is none.
double link_bandwidth(std::string_view width, std::string_view speed);

/// "0x00066a00e3006b6f", "0006:6a00:e300:6b6f" or without any of that; 0 for what is none.
std::uint64_t parse_guid(std::string_view text);

/// Puts together what readers find, in any order and from both ends of each cable.
class FabricBuilder {
 public:
  /// What is at one end of a cable.
  struct End {
    std::uint64_t guid = 0;
    bool is_switch = false;
    std::uint32_t port = 0;
  };

  /// A node may be told again and again; what was empty or 0 is then filled in. Throws InputError for a switch that was
  /// a host before.
  void node(std::uint64_t guid, bool is_switch, std::string_view description, std::uint32_t lid = 0);
  /// The partitions that netloc's file puts a host in.
  void classes(std::uint64_t guid, std::vector<std::string> names);
  /// What the ports report calls a host's port by: names one whose description names it not, by the lowest port told.
  void port_guid(std::uint64_t guid, std::uint32_t port, std::uint64_t port_guid);
  /// A LID of a host's port.
  void lid(std::uint64_t guid, std::uint32_t lid);
  /// One cable. Throws InputError where one of the ports has another cable.
  void cable(End a, End b, double bandwidth);
  /// Throws InputError for a port above 254.
  void forward(std::uint64_t switch_guid, std::uint32_t lid, std::uint32_t port);
  bool knows(std::uint64_t guid) const { return number_.contains(guid); }
  /// "spine0 (0x00066a00e3006b6f)" of a known node, for messages.
  std::string title(std::uint64_t guid) const;
  bool is_switch(std::uint64_t guid) const { return nodes_[number_.at(guid)].is_switch; }
  std::size_t hosts() const;  ///< adapters, so far
  Warnings& warnings() { return warnings_; }

  /// Ports of one machine become one host, cables between the same vertices one entry.
  Fabric finish() const;

 private:
  struct Node {
    std::uint64_t guid;
    bool is_switch;
    std::string description;
    std::pair<std::uint32_t, std::uint64_t> port;  // number and GUID; no GUID: not told
    std::vector<std::uint32_t> lids;
    std::vector<std::string> classes;
    ForwardingTable forwarding;
    std::unordered_map<std::uint32_t, std::size_t> cable_at;  // by port
  };
  struct Cable {
    std::size_t a, b;
    std::uint32_t port_a, port_b;
    double bandwidth;
  };

  std::size_t number_of(std::uint64_t guid, bool is_switch);
  std::vector<Vertex> number_vertices(Fabric& fabric) const;

  std::vector<Node> nodes_;
  std::vector<Cable> cables_;
  std::unordered_map<std::uint64_t, std::size_t> number_;
  Warnings warnings_;
};

}  // namespace topomorph::topology::infiniband
