// Simulates every allocator with every mapping algorithm on the same jobs.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/mapping/portfolio/map.h"
#include "core/workload/simulation.h"

namespace topomorph::workload {

struct ComparisonOptions {
  std::vector<std::string> allocators, algorithms;
  RunTimeModel model;
  mapping::Preset preset = mapping::Preset::Default;  ///< of algorithms with presets, and of the allocator "search"
  std::uint64_t seed = 1;
  unsigned threads = 1;                  ///< concurrent simulations
  std::function<void(double)> progress;  ///< called with the share of work done, by any thread, one call at a time
  std::vector<Slot> curve = {};          ///< order of the network's slots that best fit follows; empty: linear_order()
};

/// An allocator with an algorithm.
struct Simulated {
  std::string allocator, algorithm;
  std::vector<JobResult> results;  ///< by job
  Totals totals;
};

/// Throws InputError for unknown names and names that do not fit the network. A cheap check before hours of work.
void check_names(const ComparisonOptions& options, const std::shared_ptr<const Topology>& network);

/// Prepares the applications of the jobs and simulates all pairs, algorithm by algorithm. The slots of the network are
/// hosts. Same options, same result, for any number of threads. Throws InputError if an algorithm refuses a job.
std::vector<Simulated> compare(std::span<const JobRequest> jobs, Applications& applications,
                               const std::shared_ptr<const Topology>& network, const ComparisonOptions& options);

}  // namespace topomorph::workload
