// Simulates the jobs of a log, event by event, with non-contiguous allocation.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/model/topology.h"
#include "core/workload/applications.h"
#include "core/workload/swf.h"

namespace topomorph::workload {

struct JobRequest {
  std::int64_t number = 0;  ///< in the log
  double submit = 0;        ///< seconds
  double base = 0;          ///< run time in seconds without network costs
  double estimate = 0;      ///< the user's, in seconds
  std::uint64_t hosts = 1;
  std::size_t application = 0;  ///< index in Applications
};

/// The jobs of a log that can be simulated, by submission, and the numbers of the others.
struct JobSelection {
  std::vector<JobRequest> jobs;
  std::uint64_t without_size_or_time = 0;  ///< unknown, or cancelled before the start
  std::uint64_t parts = 0;                 ///< lines that are parts of other jobs (status 2 to 4)
  std::uint64_t too_large = 0;             ///< for the machine
  std::uint64_t too_late = 0;              ///< submitted after `until`
};

/// Selects jobs. The size is the allocated processors, else the requested ones, each a rank; the nearest application
/// then sets it. The estimate is the requested time, else the run time. `until` is in seconds after the first
/// submission, exclusive.
JobSelection select_jobs(const Workload& workload, const Applications& applications, std::uint64_t slots_per_host,
                         std::uint64_t hosts, double until);

struct JobResult {
  double start = 0, end = 0;  ///< seconds
  double hop_bytes = 0;
};

/// The hosts of a job and their cost.
struct Placement {
  std::vector<Slot> hosts;  ///< as many as requested, free, each once
  double hop_bytes = 0;
};
/// Chooses among the free hosts, which ascend.
using Placer = std::function<Placement(const JobRequest& job, const std::vector<Slot>& free)>;

/// Simulates jobs, which ascend by submission, and returns the result of each. Jobs start when EasyScheduler says, on
/// the hosts that `place` chooses, and run as long as `model` says ([Tuncer 2015, equation 5], with a tau by `seed` and
/// number). At equal times jobs end first, then others arrive, then some start. Calls `started` after each start.
std::vector<JobResult> simulate(std::span<const JobRequest> jobs, std::uint64_t hosts, const Placer& place,
                                const RunTimeModel& model, std::uint64_t seed,
                                const std::function<void()>& started = {});

/// The totals of a simulation.
struct Totals {
  std::uint64_t on_several_hosts = 0;  ///< number of jobs on several hosts
  double run_seconds = 0;              ///< of these jobs, summed up [Tuncer 2015, figure 12]
  double base_seconds = 0;             ///< the same without network costs
  double host_seconds = 0;             ///< of these jobs: run time x hosts
  double hop_bytes = 0;
  double mean_wait = 0;    ///< seconds, of all jobs
  double utilisation = 0;  ///< share of all host seconds from the first submission to the last end
  double makespan = 0;     ///< seconds from the first submission to the last end
};

Totals totals_of(std::span<const JobRequest> jobs, std::span<const JobResult> results, std::uint64_t hosts);

}  // namespace topomorph::workload
