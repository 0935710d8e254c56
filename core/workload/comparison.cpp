// Simulates every allocator with every mapping algorithm on the same jobs.
#include "core/workload/comparison.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <map>
#include <mutex>

#include <fmt/format.h>

#include "core/allocation/allocate.h"
#include "core/base/error.h"
#include "core/base/workers.h"
#include "core/mapping/baselines/linear_order.h"
#include "core/topology/shapes/composed.h"

namespace topomorph::workload {

namespace {

allocation::AllocationOptions of_groups(const ComparisonOptions& options) {
  allocation::AllocationOptions result;
  result.map.seed = options.seed;
  result.map.preset = options.preset;
  return result;
}

/// Reports progress, once for each percent.
class Progress {
 public:
  Progress(const ComparisonOptions& options, std::size_t steps) : tell_(options.progress), steps_(steps) {}

  void step() {
    if (!tell_) return;
    const std::size_t done = ++done_;
    if (done * 100 / steps_ == (done - 1) * 100 / steps_) return;
    const std::lock_guard lock(mutex_);
    tell_(static_cast<double>(done) / static_cast<double>(steps_));
  }

 private:
  const std::function<void(double)>& tell_;
  const std::size_t steps_;
  std::atomic<std::size_t> done_ = 0;
  std::mutex mutex_;
};

/// The applications of the jobs, ready to be placed.
class PreparedApplications {
 public:
  PreparedApplications(std::span<const JobRequest> jobs, Applications& applications,
                       std::shared_ptr<const Topology> network, const ComparisonOptions& options)
      : applications_(applications),
        curve_(options.curve.empty() ? mapping::linear_order(*network) : options.curve),
        allocators_(applications.size()) {
    std::vector<std::size_t> used;
    for (const JobRequest& job : jobs) used.push_back(job.application);
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    applications.prepare(used, options.threads);
    Workers workers(options.threads);
    workers.for_each(used.size(), [&](std::size_t i, std::size_t) {
      allocators_[used[i]] =
          std::make_unique<allocation::Allocator>(applications.at(used[i]).groups, network, of_groups(options), curve_);
    });
  }

  Placement place(const JobRequest& job, const std::vector<Slot>& free, const Simulated& by) const {
    const Application& application = applications_.at(job.application);
    try {
      allocation::Allocation found = allocators_[job.application]->choose(free, by.allocator, by.algorithm);
      return {std::move(found.hosts), static_cast<double>(found.hop_bytes) * application.bytes_of_unit};
    } catch (const InputError& error) {
      throw InputError(fmt::format("job {} ({}, {} hosts), {} with {}: {}", job.number, application.name, job.hosts,
                                   by.allocator, by.algorithm, error.what()));
    }
  }

 private:
  const Applications& applications_;
  const std::vector<Slot> curve_;
  std::vector<std::unique_ptr<const allocation::Allocator>> allocators_;  // by application; null: no job has it
};

}  // namespace

void check_names(const ComparisonOptions& options, const std::shared_ptr<const Topology>& network) {
  const Affinity alone = Affinity::from_traffic(1, {});
  const allocation::Allocator one(alone, network, of_groups(options), {});
  for (const std::string& allocator : options.allocators) one.choose({0}, allocator, "identity");
  for (const std::string& algorithm : options.algorithms) one.choose({0}, "best-fit", algorithm);
}

std::vector<Simulated> compare(std::span<const JobRequest> jobs, Applications& applications,
                               const std::shared_ptr<const Topology>& network, const ComparisonOptions& options) {
  std::vector<Simulated> all;
  for (const std::string& algorithm : options.algorithms) {
    for (const std::string& allocator : options.allocators) all.push_back({allocator, algorithm, {}, {}});
  }
  const PreparedApplications placers(jobs, applications, network, options);
  Progress progress(options, jobs.size() * all.size());
  std::vector<std::exception_ptr> failures(all.size());
  Workers workers(options.threads);
  workers.for_each(all.size(), [&](std::size_t i, std::size_t) {
    Simulated& one = all[i];
    const auto place = [&](const JobRequest& job, const std::vector<Slot>& free) {
      return placers.place(job, free, one);
    };
    try {
      one.results = simulate(jobs, network->slots(), place, options.model, options.seed, [&] { progress.step(); });
      one.totals = totals_of(jobs, one.results, network->slots());
    } catch (...) {
      failures[i] = std::current_exception();
    }
  });
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
  return all;
}

}  // namespace topomorph::workload
