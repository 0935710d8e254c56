// What a command reads: traces, and affinities of any format, of a grid, or of the messages of a trace.
#include "tools/command/input_files.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/formats/affinity_file.h"
#include "core/formats/profile/reader.h"
#include "core/replay/affinity.h"
#include "core/replay/time_independent/reader.h"
#include "tools/output/terminal.h"

namespace topomorph::command {

bool is_profile(const std::string& path) { return path.ends_with(".tmprof"); }
bool is_time_independent(const std::string& path) { return path.ends_with(".trace"); }

trace::Trace read_traces(const std::vector<std::string>& paths, double flops_per_second) {
  const auto profile = std::ranges::find_if(paths, is_profile);
  if (profile == paths.end()) return replay::read_time_independent(paths, flops_per_second);
  if (paths.size() > 1) throw InputError(*profile, 0, "is a profile: expected no other file beside it");
  return formats::read_profile_trace(*profile);
}

namespace {

constexpr double kAnySpeed = 1e9;  // of processors: seconds of computing are no messages

}  // namespace

Affinity affinity_from(const std::string& file) {
  return output::with_progress("reading " + file, [&] {
    return is_time_independent(file) ? replay::affinity_of(read_traces({file}, kAnySpeed))
                                     : formats::read_affinity(file);
  });
}

bool tells_messages(const std::string& file) { return is_time_independent(file) || formats::tells_messages(file); }

}  // namespace topomorph::command
