// The network between the hosts of a job, measured: all hosts in a tournament, the groups, then each level by itself.
#pragma once

#include <string>
#include <vector>

#include "core/topology/placement.h"
#include "core/topology/sources/measured/network.h"

namespace topomorph::measure {

/// Two hosts of the tournament.
struct HostFinding {
  std::uint64_t first = 0, second = 0;  ///< numbers of hosts
  double latency = 0;                   ///< seconds, the least of all meetings
  double rate = 0;       ///< bytes a second in one direction while other pairs meet too; low among all meetings
  double deviation = 0;  ///< mean of the logarithms of all latencies over the least: how noisy they are
};

/// All of it; what is measured is on process 0 only.
struct NetworkFindings {
  std::vector<std::string> hosts;           ///< by number
  std::vector<topology::Partition> groups;  ///< of these numbers, innermost first: what is left of what was found
  topology::MeasuredNetwork network;        ///< the same groups with their costs, in its own order of hosts
  std::vector<HostFinding> pairs;           ///< every pair that met
  std::vector<std::string> notes;           ///< for the user: what was found and left out
  /// Index into network.levels of the level on which two hosts meet.
  std::size_t level_of(std::uint64_t first, std::uint64_t second) const;
};

/// Measures between the job's hosts, two or more. Collective over MPI_COMM_WORLD; takes about half a second for each of
/// the rounds, of which there are a few times as many as hosts, and at most some 6 log2(hosts) for more than 32.
NetworkFindings measure_network(const topology::JobTopology& job, const std::vector<std::string>& hosts);

}  // namespace topomorph::measure
