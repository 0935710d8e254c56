// Simulates the jobs of a log, event by event, with non-contiguous allocation.
#include "core/workload/simulation.h"

#include <algorithm>
#include <queue>

#include "core/workload/easy.h"

namespace topomorph::workload {

namespace {

constexpr std::int64_t kFirstPart = 2, kLastPart = 4;

double first_submission(const Workload& workload) {
  const auto first = std::min_element(workload.jobs.begin(), workload.jobs.end(),
                                      [](const SwfJob& a, const SwfJob& b) { return a.submit < b.submit; });
  return first == workload.jobs.end() ? 0 : first->submit;
}

/// The hosts and the jobs on them.
class Machine {
 public:
  explicit Machine(std::uint64_t hosts, std::size_t jobs) : is_free_(hosts, 1), hosts_of_(jobs) {}

  std::vector<Slot> free() const {
    std::vector<Slot> hosts;
    for (Slot host = 0; host < is_free_.size(); ++host) {
      if (is_free_[host]) hosts.push_back(host);
    }
    return hosts;
  }
  void take(std::size_t job, std::vector<Slot> hosts) {
    for (const Slot host : hosts) is_free_[host] = 0;
    hosts_of_[job] = std::move(hosts);
  }
  void give_back(std::size_t job) {
    for (const Slot host : hosts_of_[job]) is_free_[host] = 1;
    hosts_of_[job] = {};
  }

 private:
  std::vector<char> is_free_;
  std::vector<std::vector<Slot>> hosts_of_;  // by job
};

}  // namespace

JobSelection select_jobs(const Workload& workload, const Applications& applications, std::uint64_t slots_per_host,
                         std::uint64_t hosts, double until) {
  JobSelection selection;
  const double begin = first_submission(workload);
  for (const SwfJob& job : workload.jobs) {
    const std::int64_t size = job.processors > 0 ? job.processors : job.requested_processors;
    const auto ranks = static_cast<std::uint64_t>(size);
    if (job.status >= kFirstPart && job.status <= kLastPart) {
      ++selection.parts;
    } else if (size <= 0 || job.run < 0 || (job.run == 0 && job.status != 1)) {
      ++selection.without_size_or_time;
    } else if ((ranks - 1) / slots_per_host >= hosts) {
      ++selection.too_large;
    } else if (job.submit - begin >= until) {
      ++selection.too_late;
    } else {
      const std::size_t application = applications.index_for(ranks, static_cast<std::uint64_t>(job.number));
      const double estimate = job.requested_time > 0 ? job.requested_time : job.run;
      selection.jobs.push_back(
          {job.number, job.submit, job.run, estimate, applications.hosts_of(application), application});
    }
  }
  std::stable_sort(selection.jobs.begin(), selection.jobs.end(),
                   [](const JobRequest& a, const JobRequest& b) { return a.submit < b.submit; });
  return selection;
}

std::vector<JobResult> simulate(std::span<const JobRequest> jobs, std::uint64_t hosts, const Placer& place,
                                const RunTimeModel& model, std::uint64_t seed, const std::function<void()>& started) {
  using End = std::pair<double, std::size_t>;
  std::priority_queue<End, std::vector<End>, std::greater<>> ends;
  EasyScheduler scheduler(hosts);
  Machine machine(hosts, jobs.size());
  std::vector<JobResult> results(jobs.size());
  std::size_t next = 0;
  while (next < jobs.size() || !ends.empty()) {
    const bool ends_first = next == jobs.size() || (!ends.empty() && ends.top().first <= jobs[next].submit);
    const double now = ends_first ? ends.top().first : jobs[next].submit;
    for (; !ends.empty() && ends.top().first <= now; ends.pop()) {
      scheduler.finish(ends.top().second);
      machine.give_back(ends.top().second);
    }
    for (; next < jobs.size() && jobs[next].submit <= now; ++next) {
      scheduler.submit({next, jobs[next].hosts, jobs[next].estimate});
    }
    for (const std::size_t i : scheduler.start(now)) {
      Placement placement = place(jobs[i], machine.free());
      const double tau = model.tau(seed, static_cast<std::uint64_t>(jobs[i].number));
      results[i] = {now, now + model.seconds(jobs[i].base, placement.hop_bytes, tau), placement.hop_bytes};
      machine.take(i, std::move(placement.hosts));
      ends.emplace(results[i].end, i);
      if (started) started();
    }
  }
  return results;
}

Totals totals_of(std::span<const JobRequest> jobs, std::span<const JobResult> results, std::uint64_t hosts) {
  Totals totals;
  if (jobs.empty()) return totals;
  double busy = 0, last = 0;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const double seconds = results[i].end - results[i].start;
    const double host_seconds = seconds * static_cast<double>(jobs[i].hosts);
    busy += host_seconds;
    last = std::max(last, results[i].end);
    totals.mean_wait += (results[i].start - jobs[i].submit) / static_cast<double>(jobs.size());
    if (jobs[i].hosts < 2) continue;
    ++totals.on_several_hosts;
    totals.run_seconds += seconds;
    totals.base_seconds += jobs[i].base;
    totals.host_seconds += host_seconds;
    totals.hop_bytes += results[i].hop_bytes;
  }
  totals.makespan = last - jobs.front().submit;
  if (totals.makespan > 0) totals.utilisation = busy / (totals.makespan * static_cast<double>(hosts));
  return totals;
}

}  // namespace topomorph::workload
