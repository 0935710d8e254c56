// What becomes of the jobs of a log: event after event, on hosts that need not be neighbours.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/model/topology.h"
#include "core/workload/applications.h"
#include "core/workload/run_time.h"
#include "core/workload/swf.h"

namespace topomorph::workload {

struct JobRequest {
  std::int64_t number = 0;  ///< in the log
  double submit = 0;        ///< seconds
  double base = 0;          ///< run time without what the network costs, in seconds
  double estimate = 0;      ///< of its user, in seconds
  std::uint64_t hosts = 1;
  std::size_t application = 0;  ///< of Applications
};

/// The jobs of a log that can be simulated, by submission, and why the others are not.
struct JobSelection {
  std::vector<JobRequest> jobs;
  std::uint64_t without_size_or_time = 0;  ///< unknown, or cancelled before they ran
  std::uint64_t parts = 0;                 ///< lines that are a part of another job (status 2 to 4)
  std::uint64_t too_large = 0;             ///< for the machine
  std::uint64_t too_late = 0;              ///< submitted after `until`
};

/// Sizes are allocated processors, where these are unknown requested ones, each a rank; then that of the application
/// that is nearest. Estimates are requested times, where these are unknown run times. `until`: seconds after the first
/// submission, exclusive.
JobSelection select_jobs(const Workload& workload, const Applications& applications, std::uint64_t slots_per_host,
                         std::uint64_t hosts, double until);

struct JobResult {
  double start = 0, end = 0;  ///< seconds
  double hop_bytes = 0;
};

/// Where a job is put.
struct Placement {
  std::vector<Slot> hosts;  ///< as many as it asks for, each once, free
  double hop_bytes = 0;
};
/// Chooses among the free hosts, which ascend.
using Placer = std::function<Placement(const JobRequest& job, const std::vector<Slot>& free)>;

/// Jobs start as EasyScheduler says, where `place` puts them, and run as long as `model` says (equation 5 of paper 001,
/// with a tau by `seed` and number). At one time jobs end first, then others arrive, then some start. `jobs` ascend by
/// submission. The result of each job. `started` is called after each start.
std::vector<JobResult> simulate(std::span<const JobRequest> jobs, std::uint64_t hosts, const Placer& place,
                                const RunTimeModel& model, std::uint64_t seed,
                                const std::function<void()>& started = {});

/// A simulation in a few numbers.
struct Totals {
  std::uint64_t on_several_hosts = 0;  ///< jobs that are
  double run_seconds = 0;              ///< of these jobs, added up (paper 001, figure 12)
  double base_seconds = 0;             ///< the same without what the network costs
  double host_seconds = 0;             ///< of these jobs: each times its hosts
  double hop_bytes = 0;
  double mean_wait = 0;    ///< seconds, of all jobs
  double utilisation = 0;  ///< share of all host seconds from the first submission to the last end
  double makespan = 0;     ///< seconds from the first submission to the last end
};

Totals totals_of(std::span<const JobRequest> jobs, std::span<const JobResult> results, std::uint64_t hosts);

}  // namespace topomorph::workload
