// Measurement of the network between the hosts of a job: a tournament of all hosts, groups, then each level by itself.
#pragma once

#include <string>
#include <vector>

#include "core/topology/hosts/placement.h"
#include "core/topology/sources/measured/network.h"

namespace topomorph::measure {

/// Two hosts of the tournament.
struct HostFinding {
  std::uint64_t first = 0, second = 0;  ///< numbers of the hosts
  double latency = 0;                   ///< seconds, the least of all meetings
  double rate = 0;       ///< bytes a second in one direction while other pairs meet; a low value of all meetings
  double deviation = 0;  ///< noise: mean logarithm of the latencies divided by the least
};

/// The whole result. Only process 0 has the measured values.
struct NetworkFindings {
  std::vector<std::string> hosts;           ///< names, by number of the host
  std::vector<topology::Partition> groups;  ///< groups of host numbers that were kept, innermost first
  topology::MeasuredNetwork network;        ///< the same groups with their costs, in its own order of hosts
  std::vector<HostFinding> pairs;           ///< all pairs that met
  std::vector<std::string> notes;           ///< for the user: levels found and dropped
  /// Returns the index in network.levels of the level on which two hosts meet.
  std::size_t level_of(std::uint64_t first, std::uint64_t second) const;
};

/// Measures between two or more hosts of the job. Collective over MPI_COMM_WORLD. Takes half a second a round. The
/// number of rounds is a small multiple of the number of hosts, and with more than 32 hosts at most about 6
/// log2(hosts).
NetworkFindings measure_network(const topology::JobTopology& job, const std::vector<std::string>& hosts);

}  // namespace topomorph::measure
