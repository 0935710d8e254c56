// Chooses the reader of a trace by the names of the files.
#include "tools/command/trace_files.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/formats/profile/reader.h"
#include "core/replay/time_independent/reader.h"
#include "tools/command/options.h"

namespace topomorph::command {

bool is_profile(const std::string& path) { return path.ends_with(".tmprof"); }
bool is_time_independent(const std::string& path) { return path.ends_with(".trace"); }

void add_flops(CLI::App& app, std::string& flops) {
  app.add_option("--flops", flops, "what a processor of this machine does in a second, in the unit of SimGrid's traces")
      ->type_name("RATE")
      ->capture_default_str();
}

double flops_from(const std::string& flops) {
  const double rate = real_from(flops, "--flops", 0);
  if (rate > 0) return rate;
  throw InputError(fmt::format("--flops: found '{}', expected a number above 0", flops));
}

trace::Trace read_traces(const std::vector<std::string>& paths, double flops_per_second) {
  const auto profile = std::ranges::find_if(paths, is_profile);
  if (profile == paths.end()) return replay::read_time_independent(paths, flops_per_second);
  if (paths.size() > 1) throw InputError(*profile, 0, "is a profile: expected no other file beside it");
  return formats::read_profile_trace(*profile);
}

}  // namespace topomorph::command
