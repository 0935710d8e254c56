// The traffic of each host's ranks.
#pragma once

#include <string>
#include <vector>

#include "core/model/affinity.h"
#include "core/model/given_topology.h"
#include "core/model/mapping.h"
#include "core/planning/job_slots.h"

namespace topomorph::report {

/// Bytes of one host's ranks.
struct HostTraffic {
  std::uint64_t ranks = 0;
  std::uint64_t inside = 0;  ///< among its ranks
  std::uint64_t out = 0;     ///< to other hosts
  std::uint64_t in = 0;      ///< from other hosts
};

/// Returns the number of the host that has the slot.
std::size_t host_at(const HostTable& hosts, Slot slot);

/// Returns the traffic of every host of the table, whose slots are those of the mapping.
std::vector<HostTraffic> host_traffic(const Affinity& affinity, const HostTable& hosts, const Mapping& mapping);

/// Returns the external traffic of the busiest host divided by the average: 1 is perfect balance. Returns 1 without
/// such traffic.
double imbalance(const std::vector<HostTraffic>& hosts);

/// Returns the hosts of a job by number. Names come from the processes on them, else from the topology, else are "host
/// 0", "host 1", …
HostTable hosts_of_job(const planning::JobSlots& job, const std::vector<std::string>& host_of_process);

}  // namespace topomorph::report
