// EASY backfilling: which waiting jobs start.
#include "core/workload/easy.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.h"

namespace topomorph::workload {

void EasyScheduler::submit(const Job& job) {
  if (job.hosts == 0 || job.hosts > hosts_) {
    throw InputError(fmt::format("found a job of {} hosts, expected 1 to {}", job.hosts, hosts_));
  }
  queue_.push_back(job);
}

void EasyScheduler::finish(std::size_t id) {
  const auto found = running_.find(id);
  free_ += found->second.hosts;
  by_end_.erase({found->second.end, id});
  running_.erase(found);
}

void EasyScheduler::run(const Job& job, double now) {
  free_ -= job.hosts;
  running_[job.id] = {now + job.estimate, job.hosts};
  by_end_.emplace(now + job.estimate, job.id);
}

std::optional<Reservation> EasyScheduler::reservation(double now) const {
  if (queue_.empty()) return std::nullopt;
  std::uint64_t available = free_;
  double time = now;
  for (const auto& [end, id] : by_end_) {
    if (available >= queue_.front().hosts && end > time) break;  // counts all jobs that end at that time
    available += running_.at(id).hosts;
    time = std::max(time, end);
  }
  return Reservation{time, available - queue_.front().hosts};
}

std::vector<std::size_t> EasyScheduler::start(double now) {
  std::vector<std::size_t> started;
  while (!queue_.empty() && queue_.front().hosts <= free_) {
    run(queue_.front(), now);
    started.push_back(queue_.front().id);
    queue_.pop_front();
  }
  auto promised = reservation(now);
  if (!promised || free_ == 0) return started;
  std::deque<Job> waiting = {queue_.front()};
  for (std::size_t i = 1; i < queue_.size(); ++i) {
    const Job& job = queue_[i];
    const bool ends_before = now + job.estimate <= promised->time;
    if (job.hosts > free_ || !(ends_before || job.hosts <= promised->spare)) {
      waiting.push_back(job);
      continue;
    }
    if (!ends_before) promised->spare -= job.hosts;
    run(job, now);
    started.push_back(job.id);
  }
  queue_ = std::move(waiting);
  return started;
}

}  // namespace topomorph::workload
