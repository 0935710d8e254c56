// The notes in a profile that a job has just written: how its replay is calibrated.
#include "tools/engine/calibration_notes.h"

#include "core/base/error.h"
#include "core/planning/profiled_run.h"

namespace topomorph::engine {

std::map<std::string, std::string> calibration_notes(const formats::ProfileFile& profile) {
  constexpr double kPatience = 3;  // seconds
  try {
    const auto calibration = planning::calibration_of(profile, Deadline(kPatience));
    return calibration ? planning::notes_of(*calibration) : std::map<std::string, std::string>();
  } catch (const InputError&) {  // the profile is worth more than its calibration
    return {};
  }
}

}  // namespace topomorph::engine
