// A network as it was measured: hosts in groups in groups, and what a way on each level costs.
#pragma once

#include <string>
#include <vector>

#include "core/model/given_topology.h"
#include "core/topology/sources/measured/clustering.h"

namespace topomorph::topology {

/// Two hosts that meet on one level of the network.
struct MeasuredLevel {
  std::string name;            ///< "group" (the innermost), "group2", …, "cluster" (the last)
  std::uint64_t distance = 0;  ///< for mapping
  double latency = 0;          ///< seconds of a short message
  double alone = 1;            ///< bytes a second of one pair while the network is idle
  double loaded = 1;           ///< of each pair while as many as can be send across this level
};

struct MeasuredNetwork {
  std::vector<std::string> hosts;     ///< group after group
  std::vector<Partition> groups;      ///< of the inner levels, the innermost first
  std::vector<MeasuredLevel> levels;  ///< one more than `groups`: the last is between all hosts
};

/// Hosts `names`, with partitions of them (innermost first, nested), put into the order of the groups. Names the
/// levels; what they cost is still to be filled in.
MeasuredNetwork arrange(std::span<const std::string> names, std::span<const Partition> groups);

/// Distances from the costs: the innermost level has 10, the others as many times that as they are slower in latency or
/// in bandwidth under load, whichever is more; at least 1 more than the level below.
void set_distances(MeasuredNetwork& network);

/// One slot for each host.
GivenTopology topology_of(const MeasuredNetwork& network);

/// `measured:FILE`: lines "level NAME DISTANCE LATENCY ALONE LOADED" from the outermost level in (microseconds, MB/s),
/// then "host NAME GROUP GROUP …" with the number of its group on every level but the outermost, from the outside in;
/// the hosts of a group one after the other. Throws InputError with the line.
MeasuredNetwork read_measured(const std::string& path);

/// The topology of such a file.
GivenTopology read_measured_topology(const std::string& path);

/// Throws InputError.
void write_measured(const MeasuredNetwork& network, const std::string& comment, const std::string& path);

}  // namespace topomorph::topology
