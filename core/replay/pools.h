// The cores of pools of hosts that have more processes than cores: all that compute get equal shares, beside the others
// that wait and poll.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/replay/shared_work.h"

namespace topomorph::replay {

class Pools {
 public:
  /// `cores` and processes of each pool, above 0; `waiting` is the part of a core that a process takes while it waits.
  Pools(std::vector<double> cores, std::vector<std::uint32_t> processes, double waiting)
      : cores_(std::move(cores)), processes_(std::move(processes)), waiting_(waiting), work_(cores_.size()) {}

  /// Whether a pool has fewer cores than processes.
  bool is_short(std::uint32_t pool) const { return processes_[pool] > cores_[pool]; }

  /// Process `process` needs `seconds` of a core from `now` on.
  void start(double now, std::uint32_t pool, std::uint32_t process, double seconds) {
    work_[pool].settle(now);
    work_[pool].add(seconds, process);
    share(pool);
  }
  double next() const { return timers_.next(); }
  /// Appends the processes of the earliest pool that are done at next().
  void finish(std::vector<std::uint32_t>& done) {
    const std::uint32_t pool = timers_.top();
    work_[pool].settle(timers_.next());
    work_[pool].finish(done);
    share(pool);
  }

 private:
  /// Returns the part of a core that each of `jobs` processes gets. A process that waits wakes up for a moment, at
  /// once, as long as it takes less than its share.
  double part_of_core(std::uint32_t pool, std::uint32_t jobs) const {
    const double cores = cores_[pool], waiting = processes_[pool] - jobs;
    return std::min(1.0, std::max((cores - waiting_ * waiting) / jobs, cores / processes_[pool]));
  }

  void share(std::uint32_t pool) {
    SharedWork& work = work_[pool];
    work.set_rate(work.jobs() == 0 ? 0 : part_of_core(pool, work.jobs()));
    timers_.set(pool, work.next());
  }

  std::vector<double> cores_;
  std::vector<std::uint32_t> processes_;
  double waiting_;
  std::vector<SharedWork> work_;
  Timers timers_;
};

}  // namespace topomorph::replay
