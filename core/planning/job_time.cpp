// Replays a trace on the places of a job.
#include "core/planning/job_time.h"

#include <algorithm>

#include "core/trace/window.h"

namespace topomorph::planning {

namespace {

double mean_in_mpi(const replay::Result& result) {
  double sum = 0;
  for (const replay::ProcessTimes& process : result.processes) sum += process.messages + process.waiting;
  return sum / static_cast<double>(std::max<std::size_t>(result.processes.size(), 1));
}

}  // namespace

std::optional<JobTime> job_time(const trace::Trace& trace, const replay::Platform& platform, const Mapping& mapping,
                                const Deadline& deadline) {
  if (deadline.passed()) return std::nullopt;
  replay::Options options;
  options.deadline = deadline;
  const auto result = replay::replay(trace, platform, mapping, options);
  return result ? job_time(trace, *result) : std::nullopt;
}

std::optional<JobTime> job_time(const trace::Trace& trace, const replay::Result& result) {
  const double part = trace::recorded_part(trace);
  if (!(result.seconds > 0) || !(part > 0)) return std::nullopt;
  return JobTime{result.seconds / part, mean_in_mpi(result) / part};
}

}  // namespace topomorph::planning
