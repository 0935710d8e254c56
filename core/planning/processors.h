// The processors of a job's hosts, for replays.
#pragma once

#include <span>

#include "core/model/process_location.h"
#include "core/planning/job_slots.h"
#include "core/replay/platform.h"

namespace topomorph::planning {

/// Gives the hosts of the platform the processors that the processes tell of, if some have fewer than processes.
void use_processors(std::span<const ProcessLocation> processes, const JobSlots& job, replay::Platform& platform);

}  // namespace topomorph::planning
