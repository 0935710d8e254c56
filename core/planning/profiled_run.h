// The run that a profile is of, as a replay or a plan needs it: its places, network and processors.
#pragma once

#include <optional>
#include <span>

#include "core/formats/profile/profile_file.h"
#include "core/formats/profile/reader.h"
#include "core/model/process_location.h"
#include "core/planning/calibration.h"
#include "core/planning/gain.h"
#include "core/planning/job_slots.h"
#include "core/replay/platform.h"

namespace topomorph::planning {

struct ProfiledRun {
  JobSlots job;
  Aim aim;                    ///< of its network
  replay::Platform platform;  ///< with its processors, not calibrated; refers to `job`
  Mapping order;              ///< the slot of each rank
  MeasuredTimes times;        ///< 0: not known
};

/// Returns nothing if the profile does not know the places of all ranks, or has no measured network between hosts.
/// Throws InputError.
std::optional<ProfiledRun> profiled_run(const formats::ProfileFile& profile);

/// Fits the replay of the profile's trace to the times of its run. Returns nothing if there is no trace, or too little
/// of one, or nothing that profiled_run() needs. Throws InputError.
std::optional<Calibration> calibration_of(const formats::ProfileFile& profile, const Deadline& deadline);

/// Gives the hosts of the platform the processors that the processes tell of, if some have fewer than processes.
void use_processors(std::span<const ProcessLocation> processes, const JobSlots& job, replay::Platform& platform);

/// Takes the costs of the levels over from what a job has measured between hosts, and notes whether it ran on other
/// hosts. Returns false, and leaves the costs as they are, if nothing was measured there, if this job has one host, if
/// its topology is no tree, and if the measurement is doubtful, which `aim` notes.
bool use_measured_network(const formats::ProfiledNetwork& measured, std::span<const ProcessLocation> locations,
                          const JobSlots& job, Aim& aim);

}  // namespace topomorph::planning
