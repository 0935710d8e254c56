// Replays a trace on the places of a job.
#include "core/planning/job_time.h"

#include <algorithm>

#include "core/base/workers.h"
#include "core/trace/window.h"

namespace topomorph::planning {

namespace {

double mean_in_mpi(const replay::Result& result) {
  double sum = 0;
  for (const replay::ProcessTimes& process : result.processes) sum += process.in_mpi();
  return sum / static_cast<double>(std::max<std::size_t>(result.processes.size(), 1));
}

}  // namespace

std::optional<std::vector<JobTime>> job_times(const trace::Trace& trace, const replay::Platform& platform,
                                              std::span<const Mapping> orders, std::span<const double> least_seconds,
                                              const Deadline& deadline) {
  if (deadline.passed()) return std::nullopt;
  Workers workers(std::min(usable_threads(), static_cast<unsigned>(orders.size())));
  // Below what a replay is wrong by itself. The ratio of the times decides.
  constexpr double kTolerance = 0.02, kTimeTolerance = 0.03;
  const replay::EstimateOptions options{.tolerance = kTolerance,
                                        .time_tolerance = kTimeTolerance,
                                        .most_steps = kReplayedSteps,
                                        .least_seconds = least_seconds,
                                        .deadline = deadline};
  return replay::estimate(trace, platform, orders, options, workers);
}

std::optional<JobTime> job_time(const trace::Trace& trace, const replay::Result& result) {
  const double part = trace::recorded_part(trace);
  if (!(result.seconds > 0) || !(part > 0)) return std::nullopt;
  return JobTime{result.seconds / part, mean_in_mpi(result) / part};
}

}  // namespace topomorph::planning
