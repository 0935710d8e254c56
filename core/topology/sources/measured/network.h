// A measured network: nested groups of hosts, the costs of communication on each level, and its file.
#pragma once

#include <string>
#include <vector>

#include "core/model/given_topology.h"
#include "core/topology/sources/measured/clustering.h"

namespace topomorph::topology {

/// Costs between two hosts that meet on one level of the network.
struct MeasuredLevel {
  std::string name;            ///< "group" (the innermost), "group2", …, "cluster" (the last)
  std::uint64_t distance = 0;  ///< for mapping
  double latency = 0;          ///< seconds of a short message
  double alone = 1;            ///< bytes a second of one pair in an idle network
  double loaded = 1;           ///< bytes a second of each pair while as many as possible send across this level
};

struct MeasuredNetwork {
  std::vector<std::string> hosts;     ///< group after group
  std::vector<Partition> groups;      ///< of the inner levels, the innermost first
  std::vector<MeasuredLevel> levels;  ///< one more than `groups`: the last is between all hosts
};

/// Orders the hosts `names` by their nested partitions (innermost first) and names the levels. The caller fills in the
/// levels' costs.
MeasuredNetwork arrange(std::span<const std::string> names, std::span<const Partition> groups);

/// Sets distances by costs. The innermost level has 10; each other level is multiplied by its slowdown in latency or in
/// bandwidth under load, whichever is larger, and exceeds the level below by at least 1.
void set_distances(MeasuredNetwork& network);

/// Returns the tree with one slot for each host.
GivenTopology topology_of(const MeasuredNetwork& network);

/// Throws InputError.
GivenTopology read_measured_topology(const std::string& path);

/// Reads `measured:FILE`: lines "level NAME DISTANCE LATENCY ALONE LOADED" from the outermost level in (microseconds,
/// MB/s), then "host NAME GROUP GROUP …" with the host's group number on every level but the outermost, from the
/// outside in. Hosts of a group are consecutive. Throws InputError with the line.
MeasuredNetwork read_measured(const std::string& path);

/// Throws InputError.
void write_measured(const MeasuredNetwork& network, const std::string& comment, const std::string& path);

}  // namespace topomorph::topology
