// What a command reads: traces, and affinities of any format, of a grid, or of the messages of a trace.
#include "tools/command/input_files.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/formats/affinity_file.h"
#include "core/formats/profile/reader.h"
#include "core/recordings/ipm.h"
#include "core/recordings/otf2.h"
#include "core/recordings/other_formats.h"
#include "core/recordings/paraver.h"
#include "core/replay/affinity.h"
#include "core/replay/time_independent/reader.h"
#include "tools/output/message.h"
#include "tools/output/terminal.h"

namespace topomorph::command {

bool is_ipm(const std::string& path) { return path.ends_with(".ipm.xml"); }
bool is_profile(const std::string& path) { return path.ends_with(".tmprof"); }
bool is_time_independent(const std::string& path) { return path.ends_with(".trace"); }

namespace {

bool is_archive(const std::string& path) { return path.ends_with(".otf2"); }
bool is_paraver(const std::string& path) { return path.ends_with(".prv"); }
bool is_whole(const std::string& path) { return is_profile(path) || is_archive(path) || is_paraver(path); }

const char* kind_of(const std::string& whole) {
  if (is_profile(whole)) return "a profile";
  return is_archive(whole) ? "an archive" : "a trace of all processes";
}

trace::Trace read_whole(const std::string& path) {
  if (is_profile(path)) return formats::read_profile_trace(path);
  if (is_archive(path)) return recordings::read_otf2(path);
  Warnings warnings;
  trace::Trace trace = recordings::read_paraver(path, warnings);
  for (const std::string& line : warnings.lines()) output::message(line);
  return trace;
}

}  // namespace

bool is_recording(const std::string& path) { return is_time_independent(path) || is_archive(path) || is_paraver(path); }

trace::Trace read_traces(const std::vector<std::string>& paths, double flops_per_second) {
  for (const std::string& path : paths) {
    recordings::refuse_other_formats(path);
    if (is_ipm(path)) throw InputError(path, 0, "is a report of IPM, which has no times: expected a trace");
  }
  const auto whole = std::ranges::find_if(paths, is_whole);
  if (whole == paths.end()) return replay::read_time_independent(paths, flops_per_second);
  if (paths.size() == 1) return read_whole(*whole);
  throw InputError(*whole, 0, fmt::format("is {}: expected no other file beside it", kind_of(*whole)));
}

namespace {

constexpr double kAnySpeed = 1e9;  // of processors: seconds of computing are no messages

}  // namespace

Affinity affinity_from(const std::string& file) {
  recordings::refuse_other_formats(file);
  return output::with_progress("reading " + file, [&] {
    if (is_ipm(file)) return recordings::read_ipm(file);
    return is_recording(file) ? replay::affinity_of(read_traces({file}, kAnySpeed)) : formats::read_affinity(file);
  });
}

bool tells_messages(const std::string& file) {
  return is_recording(file) || is_ipm(file) || formats::tells_messages(file);
}

}  // namespace topomorph::command
