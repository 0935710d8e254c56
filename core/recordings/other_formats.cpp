// Formats of recordings that are not read, and what to say of them.
#include "core/recordings/other_formats.h"

#include <array>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/text.h"

namespace topomorph::recordings {

namespace {

struct OtherFormat {
  std::string_view beginning, ending;  // of the file's name, in lower case
  std::string_view what;
};

constexpr std::array kOtherFormats = {
    OtherFormat{"", ".gz", "a compressed file (gunzip unpacks it)"},
    OtherFormat{"", ".otf", "an archive of the first Open Trace Format (VampirTrace)"},
    OtherFormat{"", ".cubex", "a profile of Score-P, which has no pairs of ranks"},
    OtherFormat{"", ".mpip", "a report of mpiP, which has no pairs of ranks"},
    OtherFormat{"", ".darshan", "a log of Darshan, which has files and no messages"},
    OtherFormat{"", ".goal", "a schedule of LogGOPSim (GOAL)"},
    OtherFormat{"", ".ap2", "a file of CrayPat"},
    OtherFormat{"", ".xf", "a file of CrayPat"},
    OtherFormat{"", ".et", "an execution trace of Chakra"},
    OtherFormat{"", ".stf", "a trace of Intel's Trace Collector"},
    OtherFormat{"", ".clog2", "a trace of MPE"},
    OtherFormat{"", ".slog2", "a trace of MPE"},
    OtherFormat{"dumpi", ".bin", "a trace of SST DUMPI"},
    OtherFormat{"dumpi", ".meta", "a trace of SST DUMPI"},
};

}  // namespace

void refuse_other_formats(const std::string& path) {
  const std::string name = lower_case(std::filesystem::path(path).filename().string());
  for (const OtherFormat& format : kOtherFormats) {
    if (!name.starts_with(format.beginning) || !name.ends_with(format.ending)) continue;
    throw InputError(path, 0,
                     fmt::format("is {}: expected a matrix, a profile (.tmprof, topomorph profile), or a trace: .otf2 "
                                 "(Score-P with SCOREP_ENABLE_TRACING=true, TAU), .prv (Extrae) or .trace (SimGrid)",
                                 format.what));
  }
}

}  // namespace topomorph::recordings
