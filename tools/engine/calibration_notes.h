// The notes in a profile that a job has just written: how its replay is calibrated.
#pragma once

#include <map>
#include <string>

#include "core/formats/profile/profile_file.h"

namespace topomorph::engine {

/// Returns planning::notes_of() the profile's calibration; nothing if there is none, or if it takes too long: the job
/// waits for it in MPI_Finalize.
std::map<std::string, std::string> calibration_notes(const formats::ProfileFile& profile);

}  // namespace topomorph::engine
