// Generated workloads: reproducible, with the statistics of the model.
#include "core/workload/lublin_feitelson.h"

#include <array>
#include <bit>
#include <cmath>

#include "tests/core/testing.h"

namespace topomorph::workload {
namespace {

Workload generated(std::uint64_t jobs, std::uint64_t processors, std::optional<double> load = {},
                   std::uint64_t seed = 1) {
  return generate_workload({.jobs = jobs, .processors = processors, .load = load, .seed = seed});
}

TEST(LublinFeitelson, SameSeedSameWorkload) {
  EXPECT_EQ(generated(300, 128, 0.7).jobs, generated(300, 128, 0.7).jobs);
  EXPECT_NE(generated(300, 128, 0.7).jobs, generated(300, 128, 0.7, 2).jobs);
  const Workload slow = generated(300, 128, 0.2), busy = generated(300, 128, 0.9);
  for (std::size_t i = 0; i < 300; ++i) EXPECT_EQ(slow.jobs[i].run, busy.jobs[i].run) << "load moves arrivals only";
}

TEST(LublinFeitelson, JobsAreWhatALogHas) {
  const Workload workload = generated(500, 1000, 0.7);
  ASSERT_EQ(workload.jobs.size(), 500U);
  EXPECT_EQ(header_value(workload, "MaxProcs"), "1000");
  EXPECT_EQ(header_value(workload, "MaxJobs"), "500");
  for (std::size_t i = 0; i < 500; ++i) {
    const SwfJob& job = workload.jobs[i];
    EXPECT_EQ(job.number, static_cast<std::int64_t>(i) + 1);
    EXPECT_GE(job.submit, i == 0 ? 0 : workload.jobs[i - 1].submit);
    EXPECT_EQ(job.submit, std::floor(job.submit));
    EXPECT_GE(job.run, 1);
    EXPECT_LE(job.run, std::exp(12));
    EXPECT_GE(job.requested_time, job.run);
    EXPECT_LE(job.requested_time, 4 * job.run + 1);
    EXPECT_GE(job.processors, 1);
    EXPECT_LE(job.processors, 1000);
    EXPECT_EQ(job.status, 1);
  }
}

TEST(LublinFeitelson, SizesAreThoseOfTheModel) {
  double serial = 0, powers = 0, small = 0, parallel = 0;
  const Workload workload = generated(20000, 128);
  for (const SwfJob& job : workload.jobs) {
    const auto size = static_cast<std::uint64_t>(job.processors);
    serial += size == 1;
    powers += size > 1 && std::has_single_bit(size);
    parallel += size > 1;
    small += size > 1 && size <= 23;  // log2 below 4.5, the middle of a machine of 2^7
  }
  EXPECT_NEAR(serial / 20000, 0.244, 0.01);
  EXPECT_GT(powers / 20000, 0.576) << "and some of the others are powers by chance";
  EXPECT_LT(powers / 20000, 0.68);
  EXPECT_NEAR(small / parallel, 0.86, 0.02);
}

TEST(LublinFeitelson, LargestIsTheLargest) {
  const Workload workload =
      generate_workload({.jobs = 3000, .processors = 100000, .largest = 100, .load = {}, .seed = 5});
  std::int64_t largest = 0;
  for (const SwfJob& job : workload.jobs) largest = std::max(largest, job.processors);
  EXPECT_LE(largest, 100);
  EXPECT_GT(largest, 60);
}

TEST(LublinFeitelson, RunTimesAreThoseOfTheModel) {
  double serial = 0, log_seconds = 0, large = 0, log_large = 0;
  for (const SwfJob& job : generated(20000, 128).jobs) {
    if (job.processors == 1) ++serial, log_seconds += std::log(job.run);
    if (job.processors >= 96) ++large, log_large += std::log(job.run);
  }
  const double first = 0.78 - 0.0054;  // share of the short runs
  EXPECT_NEAR(log_seconds / serial, first * 4.2 * 0.94 + (1 - first) * 312 * 0.03, 0.12);
  EXPECT_GT(large, 300);
  EXPECT_GT(log_large / large, log_seconds / serial + 1.5) << "large jobs run longer";
}

TEST(LublinFeitelson, ArrivalsFollowTheDay) {
  std::array<double, 24> by_hour{};
  for (const SwfJob& job : generated(20000, 128).jobs) {
    by_hour[static_cast<std::size_t>(job.submit / 3600) % 24] += 1.0 / 20000;
  }
  const double day = by_hour[12] + by_hour[13] + by_hour[14] + by_hour[15] + by_hour[16] + by_hour[17];
  const double night = by_hour[1] + by_hour[2] + by_hour[3] + by_hour[4] + by_hour[5] + by_hour[6];
  EXPECT_GT(day, 0.35);
  EXPECT_LT(night, 0.12);
}

TEST(LublinFeitelson, LoadIsWhatWasAskedFor) {
  for (const double load : {0.2, 0.7, 1.2}) {
    const Workload workload = generated(4000, 512, load);
    double work = 0;
    for (const SwfJob& job : workload.jobs) work += job.run * static_cast<double>(job.processors);
    EXPECT_NEAR(work / (512 * workload.jobs.back().submit), load, 0.02 * load);
  }
}

TEST(LublinFeitelson, SmallMachinesAndOneJob) {
  for (const std::uint64_t processors : {1U, 2U, 3U, 9U}) {
    for (const SwfJob& job : generated(200, processors, 0.001).jobs) {
      EXPECT_GE(job.processors, 1);
      EXPECT_LE(job.processors, static_cast<std::int64_t>(processors));
    }
  }
  EXPECT_EQ(generated(1, 64, 0.5).jobs.size(), 1U);
}

TEST(LublinFeitelson, RefusesWhatCannotBe) {
  EXPECT_INPUT_ERROR(generated(0, 128), "found 0 jobs");
  EXPECT_INPUT_ERROR(generated(1, 0), "of 0 processors");
  EXPECT_INPUT_ERROR(generate_workload({.jobs = 1, .processors = 8, .largest = 9, .load = {}}), "at most 9 of 8");
  EXPECT_INPUT_ERROR(generated(1, 8, 0.0), "found a load of 0");
  EXPECT_INPUT_ERROR(generate_workload({.jobs = 1, .load = {}, .overestimate = -1}), "found an overestimate of -1");
}

}  // namespace
}  // namespace topomorph::workload
