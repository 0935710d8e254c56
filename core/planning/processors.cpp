// The processors of a job's hosts, for replays.
#include "core/planning/processors.h"

#include <algorithm>

#include "core/model/processors.h"

namespace topomorph::planning {

void use_processors(std::span<const ProcessLocation> processes, const JobSlots& job, replay::Platform& platform) {
  const ProcessorPools pools = pools_of(processes);
  if (!pools.are_short() || job.slot_of_process.size() != processes.size()) return;
  platform.pool_of_host.assign(*std::ranges::max_element(platform.host_of) + std::size_t{1}, 0);
  for (std::size_t p = 0; p < processes.size(); ++p)
    platform.pool_of_host[platform.host_of[job.slot_of_process[p]]] = pools.of_process[p];
  platform.cores = pools.processors;
}

}  // namespace topomorph::planning
