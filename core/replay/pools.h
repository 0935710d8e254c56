// The cores of hosts that have more processes than cores: all that compute get equal shares.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/replay/shared_work.h"

namespace topomorph::replay {

class Pools {
 public:
  /// `cores` of each host, above 0.
  explicit Pools(std::vector<double> cores) : cores_(std::move(cores)), work_(cores_.size()) {}

  /// Process `process` needs `seconds` of a core from `now` on.
  void start(double now, std::uint32_t host, std::uint32_t process, double seconds) {
    work_[host].settle(now);
    work_[host].add(seconds, process);
    share(host);
  }
  double next() const { return timers_.next(); }
  /// Appends the processes of the earliest host that are done at next().
  void finish(std::vector<std::uint32_t>& done) {
    const std::uint32_t host = timers_.top();
    work_[host].settle(timers_.next());
    work_[host].finish(done);
    share(host);
  }

 private:
  void share(std::uint32_t host) {
    SharedWork& work = work_[host];
    work.set_rate(work.jobs() == 0 ? 0 : std::min(1.0, cores_[host] / work.jobs()));
    timers_.set(host, work.next());
  }

  std::vector<double> cores_;
  std::vector<SharedWork> work_;
  Timers timers_;
};

}  // namespace topomorph::replay
