// The cores of pools of hosts that have more processes than cores: all that compute get equal shares.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/replay/shared_work.h"

namespace topomorph::replay {

class Pools {
 public:
  /// `cores` of each pool, above 0.
  explicit Pools(std::vector<double> cores) : cores_(std::move(cores)), work_(cores_.size()) {}

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
  void share(std::uint32_t pool) {
    SharedWork& work = work_[pool];
    work.set_rate(work.jobs() == 0 ? 0 : std::min(1.0, cores_[pool] / work.jobs()));
    timers_.set(pool, work.next());
  }

  std::vector<double> cores_;
  std::vector<SharedWork> work_;
  Timers timers_;
};

}  // namespace topomorph::replay
