// The network that a job has measured, for the plan of another job.
#pragma once

#include <span>

#include "core/formats/profile/reader.h"
#include "core/model/process_location.h"
#include "core/planning/gain.h"

namespace topomorph::planning {

/// Takes the costs of the levels over from what a job has measured between hosts, and notes whether it ran on other
/// hosts. Returns false, and leaves the costs as they are, if nothing was measured there, if this job has one host, if
/// its topology is no tree, and if the measurement is doubtful, which `aim` notes.
bool use_measured_network(const formats::ProfiledNetwork& measured, std::span<const ProcessLocation> locations,
                          const JobSlots& job, Aim& aim);

}  // namespace topomorph::planning
