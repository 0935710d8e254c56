// EASY backfilling: which waiting jobs start.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

namespace topomorph::workload {

/// The reservation of the first waiting job.
struct Reservation {
  double time = 0;          ///< latest start
  std::uint64_t spare = 0;  ///< hosts that remain free then
};

/// EASY [Lifka 1995], as in [Mu'alem 2001]. Jobs start in the order of arrival while there are hosts. The first job
/// that must wait gets a reservation for the time at which, by the estimates of the running jobs, enough hosts are
/// free. Later jobs start at once if they end before that time by their own estimate, or need no more hosts than remain
/// free then. Allocation is not contiguous: any hosts will do. A job may exceed its estimate; its end is then expected
/// at any moment. Times are in seconds and never decrease.
class EasyScheduler {
 public:
  struct Job {
    std::size_t id = 0;  ///< the caller's, unique
    std::uint64_t hosts = 0;
    double estimate = 0;
  };

  explicit EasyScheduler(std::uint64_t hosts) : free_(hosts), hosts_(hosts) {}

  /// Adds a job that waits from now on. Throws InputError for a job of no hosts, or of more than there are.
  void submit(const Job& job);
  /// Ends a job and frees its hosts.
  void finish(std::size_t id);
  /// Starts jobs and returns them in order. O(waiting + running).
  std::vector<std::size_t> start(double now);

  /// Returns the reservation of the first job that start() left waiting; nothing if none waits.
  std::optional<Reservation> reservation(double now) const;
  std::uint64_t free_hosts() const { return free_; }
  std::size_t waiting() const { return queue_.size(); }

 private:
  struct Running {
    double end = 0;  ///< as expected at its start
    std::uint64_t hosts = 0;
  };
  void run(const Job& job, double now);

  std::uint64_t free_, hosts_;
  std::deque<Job> queue_;
  std::unordered_map<std::size_t, Running> running_;
  std::set<std::pair<double, std::size_t>> by_end_;  // expected end and id of the running jobs
};

}  // namespace topomorph::workload
