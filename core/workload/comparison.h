// Every allocator with every mapping algorithm on the same jobs.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/mapping/map.h"
#include "core/workload/simulation.h"

namespace topomorph::workload {

struct ComparisonOptions {
  std::vector<std::string> allocators, algorithms;
  RunTimeModel model;
  mapping::Preset preset = mapping::Preset::Default;  ///< of algorithms that have some, and of the allocator "search"
  std::uint64_t seed = 1;
  unsigned threads = 1;                  ///< simulations at a time
  std::function<void(double)> progress;  ///< is told the share of all that is done, by any thread, one at a time
};

/// One allocator with one algorithm.
struct Simulated {
  std::string allocator, algorithm;
  std::vector<JobResult> results;  ///< by job
  Totals totals;
};

/// Throws InputError for a name there is not, or that does not fit the network: what is cheap to find out before hours
/// of work.
void check_names(const ComparisonOptions& options, const std::shared_ptr<const Topology>& network);

/// Simulates all pairs, algorithm after algorithm. The slots of the network are hosts. The applications of the jobs are
/// prepared here. Same options, same result, whatever the threads. Throws InputError where an algorithm refuses a job.
std::vector<Simulated> compare(std::span<const JobRequest> jobs, Applications& applications,
                               const std::shared_ptr<const Topology>& network, const ComparisonOptions& options);

}  // namespace topomorph::workload
