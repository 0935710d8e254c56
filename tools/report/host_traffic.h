// What each host's ranks send and receive.
#pragma once

#include <vector>

#include "tools/report/report.h"

namespace topomorph::report {

/// Of every host of the table, whose slots are those of the mapping.
std::vector<HostTraffic> host_traffic(const Affinity& affinity, const HostTable& hosts, const Mapping& mapping);

/// The busiest host's traffic with others over the average one's: 1 is perfect balance, and what is told where there is
/// no such traffic.
double imbalance(const std::vector<HostTraffic>& hosts);

/// The hosts of a job by number, named after the processes on them, after the topology's own hosts, or, where nobody
/// has names, "host 0", "host 1", …
HostTable hosts_of_job(const planning::JobSlots& job, const std::vector<std::string>& host_of_process);

}  // namespace topomorph::report
