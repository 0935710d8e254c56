// An InfiniBand fabric: switches, hosts, the cables between them, and the switches' forwarding tables.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/line_reader.h"

namespace topomorph::topology::infiniband {

/// Number of a switch (0 .. switches.size()-1) or of a host (from there on).
using Vertex = std::uint32_t;

struct Switch {
  std::uint64_t guid = 0;
  std::string name;       ///< its description, or its GUID in hexadecimal if it has none
  std::uint32_t lid = 0;  ///< 0: unknown
};

/// A machine with all its adapters and their ports.
struct Host {
  std::uint64_t guid = 0;  ///< the least of its adapters (or ports)
  std::string name;        ///< from the adapters' description; if that names no host, the GUID in hexadecimal (the
                           ///< port's, if known)
  std::vector<std::uint32_t> lids;   ///< of its ports, in the order of the file
  std::vector<std::string> classes;  ///< netloc's partitions with this host, if the file lists them
};

/// All cables between two vertices; `from` < `to`.
struct Cables {
  Vertex from = 0, to = 0;
  double bandwidth = 0;  ///< Gbit/s of all cables in one direction, without the encoding
  std::uint32_t count = 0;
};

inline constexpr std::uint32_t kLargestPort = 254, kLargestLid = 0xffff;

/// Output port of a switch by destination LID; kNoPort if the table has none.
inline constexpr std::uint8_t kNoPort = 255;
using ForwardingTable = std::vector<std::uint8_t>;

struct Fabric {
  std::vector<Switch> switches;
  std::vector<Host> hosts;  ///< in the order of the file
  std::vector<Cables> cables;
  std::vector<ForwardingTable> forwarding;         ///< by switch; empty if no routes are known
  std::vector<std::vector<std::uint32_t>> behind;  ///< by switch and port: index into `cables`, or kNoCables
  std::size_t of_unknown_speed = 0;                ///< cables that count as slow as the slowest
  Warnings warnings = {};                          ///< about missing parts of the files

  static constexpr std::uint32_t kNoCables = 0xffffffff;
  bool is_switch(Vertex v) const { return v < switches.size(); }
  const std::string& name(Vertex v) const { return is_switch(v) ? switches[v].name : hosts[v - switches.size()].name; }
  /// Returns the indices of the cables at every vertex.
  std::vector<std::vector<std::uint32_t>> incident() const;
};

/// Collects what readers find, in any order and from both ends of each cable.
class FabricBuilder {
 public:
  struct End {
    std::uint64_t guid = 0;
    bool is_switch = false;
    std::uint32_t port = 0;
  };

  /// Adds a node, or fills in what is still empty or 0 of a known one. Throws InputError if the node is a switch and a
  /// host.
  void node(std::uint64_t guid, bool is_switch, std::string_view description, std::uint32_t lid = 0);
  /// Sets netloc's partitions of a host.
  void classes(std::uint64_t guid, std::vector<std::string> names);
  /// Sets a GUID by which the ports report calls a host's port. The GUID of the lowest port names a host whose
  /// description has no name.
  void port_guid(std::uint64_t guid, std::uint32_t port, std::uint64_t port_guid);
  /// Adds a LID of a known host.
  void lid(std::uint64_t guid, std::uint32_t lid);
  /// Adds a cable; bandwidth 0: unknown. Throws InputError if one of the ports has another cable.
  void cable(End a, End b, double bandwidth);
  /// Adds an entry of a forwarding table. Throws InputError for a port above 254.
  void forward(std::uint64_t switch_guid, std::uint32_t lid, std::uint32_t port);
  bool knows(std::uint64_t guid) const { return number_.contains(guid); }
  /// Returns "spine0 (0x00066a00e3006b6f)" for a known node, for messages.
  std::string title(std::uint64_t guid) const;
  bool is_switch(std::uint64_t guid) const { return nodes_[number_.at(guid)].is_switch; }
  std::size_t hosts() const;  ///< adapters, so far
  Warnings& warnings() { return warnings_; }

  /// Returns the fabric. Ports of one machine become one host, cables between the same vertices one entry. Leaves out
  /// adapters that match none of the patterns, if there are some. A cable of unknown speed is as fast as the slowest.
  Fabric finish(const std::vector<std::string>& adapters = {}) const;

 private:
  struct Node {
    std::uint64_t guid;
    bool is_switch;
    std::string description;
    std::pair<std::uint32_t, std::uint64_t> port;  // number and GUID; GUID 0: unknown
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
  std::vector<Vertex> number_vertices(Fabric& fabric, const std::vector<std::string>& adapters) const;
  double slowest() const;

  std::vector<Node> nodes_;
  std::vector<Cable> cables_;
  std::unordered_map<std::uint64_t, std::size_t> number_;
  Warnings warnings_;
};

/// Returns whether a name matches one of the patterns of a shell, or there are none.
bool matches_one(const std::string& name, const std::vector<std::string>& patterns);

/// Returns "node001" for the descriptions "node001 HCA-1", "node001 mlx5_0", "node001" and "node001 MT4119 ConnectX5";
/// empty for those that name no host ("MT25408 ConnectX Mellanox Technologies", "localhost HCA-1").
std::string host_of_description(std::string_view description);

/// Returns true for SHARP adapters, which combine data inside switches; no process runs there.
bool is_aggregation_node(std::string_view description);

/// Returns the Gbit/s of a link, without the encoding, from its width ("4x") and speed ("QDR"). An unknown speed counts
/// as SDR, the slowest. Returns 0 for an invalid width.
double link_bandwidth(std::string_view width, std::string_view speed);

/// Reads "0x00066a00e3006b6f", "0006:6a00:e300:6b6f" or plain digits; returns 0 for other text.
std::uint64_t parse_guid(std::string_view text);

}  // namespace topomorph::topology::infiniband
