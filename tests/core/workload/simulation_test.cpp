// Simulated workloads: cases computed by hand.
#include "core/workload/simulation.h"

#include <set>

#include "core/topology/hosts/placement.h"
#include "core/workload/easy.h"
#include "tests/core/testing.h"

namespace topomorph::workload {
namespace {

using ::testing::ElementsAre;

const RunTimeModel kDoubles{1, 0, 0};  // any hop-bytes double the time

/// Takes the first free hosts; jobs of application 1 have hop-bytes.
Placement first_free(const JobRequest& job, const std::vector<Slot>& free) {
  return {{free.begin(), free.begin() + static_cast<std::ptrdiff_t>(job.hosts)}, job.application == 1 ? 64.0 : 0.0};
}

TEST(Simulation, FollowsEventsInTheirOrder) {
  // 4 hosts. Job 1 has 3 until 100. Job 2 wants 2, waits, and is promised 100. Job 3 takes the free host and ends
  // at 60. Job 4 would take it until 130. It may, because at 100 job 2 needs only two of the four hosts.
  const std::vector<JobRequest> jobs{{1, 0, 100, 100, 3, 0},
                                     {2, 10, 50, 50, 2, 0},
                                     {3, 20, 40, 40, 1, 0},
                                     {4, 70, 60, 60, 1, 0},
                                     {5, 71, 10, 10, 4, 0}};
  const std::vector<JobResult> results = simulate(jobs, 4, first_free, {}, 1);
  std::vector<double> starts, ends;
  for (const JobResult& result : results) starts.push_back(result.start), ends.push_back(result.end);
  EXPECT_THAT(starts, ElementsAre(0, 100, 20, 70, 150));
  EXPECT_THAT(ends, ElementsAre(100, 150, 60, 130, 160));
}

TEST(Simulation, HopBytesLengthenRunsAndWhoWaitsForThem) {
  const std::vector<JobRequest> jobs{{1, 0, 100, 100, 4, 1}, {2, 0, 10, 10, 4, 0}};
  const std::vector<JobResult> results = simulate(jobs, 4, first_free, kDoubles, 1);
  EXPECT_EQ(results[0].end, 200) << "100 is not the end of it";
  EXPECT_EQ(results[0].hop_bytes, 64);
  EXPECT_EQ(results[1].start, 200);
  EXPECT_EQ(results[1].end, 210);
}

TEST(Simulation, TauIsThatOfTheJobInTheLog) {
  const RunTimeModel model;
  const std::vector<JobRequest> jobs{{17, 0, 100, 100, 4, 1}};
  EXPECT_EQ(simulate(jobs, 4, first_free, model, 9)[0].end, model.seconds(100, 64, model.tau(9, 17)));
}

TEST(Simulation, AHostHasOneJobAtATime) {
  std::vector<JobRequest> jobs;
  for (std::int64_t i = 0; i < 200; ++i) {
    jobs.push_back({i, static_cast<double>(i * 3), static_cast<double>(10 + i * 37 % 90),
                    static_cast<double>(20 + i * 53 % 70), 1 + static_cast<std::uint64_t>(i * 7 % 11), 1});
  }
  std::vector<std::vector<Slot>> hosts_of(jobs.size());
  const auto place = [&](const JobRequest& job, const std::vector<Slot>& free) {
    Placement placement{{free.end() - static_cast<std::ptrdiff_t>(job.hosts), free.end()}, 8.0};
    hosts_of[static_cast<std::size_t>(job.number)] = placement.hosts;
    return placement;
  };
  std::size_t started = 0;
  const std::vector<JobResult> results = simulate(jobs, 12, place, {}, 1, [&] { ++started; });
  EXPECT_EQ(started, jobs.size());
  for (std::size_t a = 0; a < jobs.size(); ++a) {
    EXPECT_GE(results[a].start, jobs[a].submit);
    for (std::size_t b = 0; b < a; ++b) {
      if (results[a].start >= results[b].end || results[b].start >= results[a].end) continue;
      for (const Slot host : hosts_of[a]) {
        EXPECT_EQ(std::count(hosts_of[b].begin(), hosts_of[b].end(), host), 0) << a << " and " << b;
      }
    }
  }
}

TEST(Simulation, AddsUp) {
  const std::vector<JobRequest> jobs{{1, 100, 50, 60, 2, 1}, {2, 110, 30, 30, 1, 0}, {3, 110, 25, 40, 3, 1}};
  const std::vector<JobResult> results{{100, 160, 5e3}, {110, 140, 0}, {160, 200, 7e3}};
  const Totals totals = totals_of(jobs, results, 4);
  EXPECT_EQ(totals.on_several_hosts, 2U);
  EXPECT_EQ(totals.run_seconds, 60 + 40) << "job 2 is on one host";
  EXPECT_EQ(totals.base_seconds, 50 + 25);
  EXPECT_EQ(totals.host_seconds, 2 * 60 + 3 * 40);
  EXPECT_EQ(totals.hop_bytes, 12e3);
  EXPECT_DOUBLE_EQ(totals.mean_wait, 50.0 / 3);
  EXPECT_EQ(totals.makespan, 100);
  EXPECT_DOUBLE_EQ(totals.utilisation, (120 + 30 + 120) / 400.0);
}

SwfJob job_of(std::int64_t number, double submit, double run, std::int64_t processors, std::int64_t status = 1) {
  SwfJob job;
  job.number = number;
  job.submit = submit;
  job.run = run;
  job.processors = processors;
  job.status = status;
  return job;
}

TEST(SelectJobs, TakesWhatCanRun) {
  ApplicationOptions options;
  options.affinities = {"cart:4x4", "cart:4x8"};
  options.slots_per_host = 4;
  options.hosts = 10;
  const Applications applications(options);
  Workload workload;
  workload.jobs = {job_of(1, 50, 60, 17), job_of(2, 20, 60, 3),    job_of(3, 30, -1, 8),   job_of(4, 30, 5, 8, 3),
                   job_of(5, 30, 5, 41),  job_of(6, 520, 60, 8),   job_of(7, 40, 0, 8, 5), job_of(8, 60, 0, 40),
                   job_of(9, 70, 9, -1),  job_of(10, 80, 9, -1, 0)};
  workload.jobs[1].requested_time = 100;
  workload.jobs[9].requested_processors = 30;
  const JobSelection selection = select_jobs(workload, applications, 4, 10, 500);
  std::vector<std::int64_t> numbers;
  std::vector<std::uint64_t> hosts;
  for (const JobRequest& job : selection.jobs) numbers.push_back(job.number), hosts.push_back(job.hosts);
  EXPECT_THAT(numbers, ElementsAre(2, 1, 8, 10)) << "by submission";
  EXPECT_THAT(hosts, ElementsAre(1, 4, 8, 8)) << "of 16 and 32 ranks";
  EXPECT_EQ(selection.jobs[0].estimate, 100);
  EXPECT_EQ(selection.jobs[1].estimate, 60) << "unknown: the run time";
  EXPECT_EQ(selection.without_size_or_time, 3U) << "3, 7 and 9";
  EXPECT_EQ(selection.parts, 1U);
  EXPECT_EQ(selection.too_large, 1U);
  EXPECT_EQ(selection.too_late, 1U);
}

}  // namespace
}  // namespace topomorph::workload
