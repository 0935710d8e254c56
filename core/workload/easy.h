// Which waiting jobs start: EASY backfilling.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

namespace topomorph::workload {

/// What the first waiting job is promised.
struct Reservation {
  double time = 0;          ///< it starts then, or earlier
  std::uint64_t spare = 0;  ///< hosts that are left over then
};

/// EASY (Lifka: The ANL/IBM SP scheduling system, 1995; as in Mu'alem, Feitelson 2001): jobs start in the order in
/// which they came as long as there are hosts; the first that has to wait gets a reservation for when, by the estimates
/// of those that run, there will be enough; jobs behind it start at once if they end before that by their own estimate,
/// or need no more hosts than will be left over. Which hosts is not asked: allocation is not contiguous. A job may run
/// longer than its estimate; it is then expected to end at any moment. Times are in seconds and never go back.
class EasyScheduler {
 public:
  struct Job {
    std::size_t id = 0;  ///< of the caller; each once
    std::uint64_t hosts = 0;
    double estimate = 0;
  };

  explicit EasyScheduler(std::uint64_t hosts) : free_(hosts), hosts_(hosts) {}

  /// It waits from now on. Throws InputError for a job of no hosts, or of more than there are.
  void submit(const Job& job);
  /// It has run, and gives its hosts back.
  void finish(std::size_t id);
  /// The jobs that start now, in their order; they run from now on. O(waiting + running).
  std::vector<std::size_t> start(double now);

  /// Of the first waiting job; nothing where none waits. It is what start() has left behind.
  std::optional<Reservation> reservation(double now) const;
  std::uint64_t free_hosts() const { return free_; }
  std::size_t waiting() const { return queue_.size(); }

 private:
  struct Running {
    double end = 0;  ///< as expected when it started
    std::uint64_t hosts = 0;
  };
  void run(const Job& job, double now);

  std::uint64_t free_, hosts_;
  std::deque<Job> queue_;
  std::unordered_map<std::size_t, Running> running_;
  std::set<std::pair<double, std::size_t>> by_end_;  // expected end and id of those that run
};

}  // namespace topomorph::workload
