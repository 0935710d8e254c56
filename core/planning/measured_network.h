// The network that the job of a profile has measured, for the plan of another job.
#pragma once

#include <span>
#include <string>

#include "core/model/process_location.h"
#include "core/planning/gain.h"

namespace topomorph::planning {

/// Takes the costs of the levels over from what the profile's job has measured between hosts, and notes whether it ran
/// on other hosts. Leaves `aim` as it is if nothing was measured, if the job has one host, and if its topology is no
/// tree. Throws InputError for a damaged profile.
void use_measured_network(const std::string& profile, std::span<const ProcessLocation> locations, const JobSlots& job,
                          Aim& aim);

}  // namespace topomorph::planning
