// What a command reads: traces, and affinities of any format, of a grid, or of the messages of a trace.
#include "tools/command/input_files.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/formats/affinity_file.h"
#include "core/formats/profile/reader.h"
#include "core/recordings/otf2.h"
#include "core/recordings/other_formats.h"
#include "core/replay/affinity.h"
#include "core/replay/time_independent/reader.h"
#include "tools/output/terminal.h"

namespace topomorph::command {

bool is_profile(const std::string& path) { return path.ends_with(".tmprof"); }
bool is_time_independent(const std::string& path) { return path.ends_with(".trace"); }

namespace {

bool is_archive(const std::string& path) { return path.ends_with(".otf2"); }
bool is_whole(const std::string& path) { return is_profile(path) || is_archive(path); }

}  // namespace

bool is_recording(const std::string& path) { return is_time_independent(path) || is_archive(path); }

trace::Trace read_traces(const std::vector<std::string>& paths, double flops_per_second) {
  for (const std::string& path : paths) recordings::refuse_other_formats(path);
  const auto whole = std::ranges::find_if(paths, is_whole);
  if (whole == paths.end()) return replay::read_time_independent(paths, flops_per_second);
  const char* const kind = is_profile(*whole) ? "a profile" : "an archive";
  if (paths.size() > 1) throw InputError(*whole, 0, fmt::format("is {}: expected no other file beside it", kind));
  return is_profile(*whole) ? formats::read_profile_trace(*whole) : recordings::read_otf2(*whole);
}

namespace {

constexpr double kAnySpeed = 1e9;  // of processors: seconds of computing are no messages

}  // namespace

Affinity affinity_from(const std::string& file) {
  recordings::refuse_other_formats(file);
  return output::with_progress("reading " + file, [&] {
    return is_recording(file) ? replay::affinity_of(read_traces({file}, kAnySpeed)) : formats::read_affinity(file);
  });
}

bool tells_messages(const std::string& file) { return is_recording(file) || formats::tells_messages(file); }

}  // namespace topomorph::command
