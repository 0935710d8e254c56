// The time of a job in two orders, by replay.
#include "core/base/error.h"
#include "core/planning/calibration.h"
#include "core/planning/gain.h"
#include "core/replay/platform.h"
#include "core/trace/trace.h"
#include "tests/core/testing.h"

namespace topomorph::planning {
namespace {

constexpr const char* kCosts = "0.5/8000:50/100";

/// Returns two hosts of two slots each, process p on slot p.
JobSlots two_hosts() {
  JobSlots job;
  const std::vector<std::uint64_t> arities = {2, 2};
  job.topology = std::make_shared<const TreeTopology>(TreeTopology::regular(arities));
  job.slot_of_process = {0, 1, 2, 3};
  job.process_of_slot = {0, 1, 2, 3};
  job.host_level = 1;
  return job;
}

/// Returns a job in which 0 and 2, and 1 and 3, exchange a megabyte after each millisecond of computing.
trace::Trace far_pairs(std::uint64_t iterations) {
  trace::Trace trace;
  for (std::uint32_t me = 0; me < 4; ++me) {
    const std::uint32_t other = (me + 2) % 4;
    trace::ProcessTrace process;
    process.steps = {trace::loop(iterations, 3), trace::after(1e-3, trace::start_receive(other, 0)),
                     trace::start_send(other, 1000000, 1), trace::wait(0, 2)};
    process.seen = 3 * iterations;
    trace.processes.push_back(process);
  }
  return trace;
}

std::optional<std::vector<JobTime>> times_of(const trace::Trace& trace, const std::vector<Mapping>& orders,
                                             double limit = 60, std::span<const double> least = {}) {
  const JobSlots job = two_hosts();
  return job_times(trace,
                   replay::platform_of(*job.topology, cost_options(evaluation::CostModel::HopBytes, kCosts, job)),
                   orders, least, Deadline(limit));
}

std::optional<JobTime> time_in(const Mapping& mapping, std::uint64_t iterations, double limit = 60) {
  const auto times = times_of(far_pairs(iterations), {mapping}, limit);
  return times ? std::optional(times->front()) : std::nullopt;
}

TEST(JobTime, PairsOnOneHostAreFaster) {
  const JobTime apart = time_in({0, 1, 2, 3}, 100).value(), together = time_in({0, 2, 1, 3}, 100).value();
  EXPECT_NEAR(apart.seconds, 100 * (1e-3 + 2e6 / 100e6), 0.1) << "two megabytes share a link of 100 MB/s";
  EXPECT_NEAR(apart.in_mpi, apart.seconds - 0.1, 1e-6);
  EXPECT_NEAR(together.seconds, 100 * (1e-3 + 1e6 / 8e9), 0.01);
}

TEST(JobTime, ALongJobIsExtrapolated) {
  const double one = time_in({0, 1, 2, 3}, 1000).value().seconds / 1000;
  const JobTime all = time_in({0, 1, 2, 3}, 100000000).value();
  EXPECT_NEAR(all.seconds / 1e8, one, 0.01 * one);
  EXPECT_LT(all.replayed, 0.01);
}

TEST(JobTime, ADeadlineEndsIt) { EXPECT_FALSE(time_in({0, 1, 2, 3}, 1000000, 0).has_value()); }

TEST(JobTime, AnotherNumberOfProcessesIsRefused) { EXPECT_THROW(times_of(far_pairs(1), {{0, 1}}), InputError); }

Gain gain_with(const JobTime& before, const JobTime& after) {
  Gain gain;
  gain.borders = {{"", 4}, {"node", 2}};
  gain.borders[1].before.bytes = 1000;
  gain.borders[1].after.bytes = 500;
  gain.hosts = 1;
  add_job_times(gain, before, after);
  return gain;
}

TEST(JobTime, IsComparedWithTheTimeInMpi) {
  EXPECT_NEAR(gain_with({100, 10}, {98, 8}).percent, 2, 1e-9);
  EXPECT_NEAR(gain_with({100, 10}, {98, 8}).percent_in_mpi(), 20, 1e-9);
  EXPECT_EQ(gain_with({100, 1}, {99.6, 0.6}).percent_in_mpi(), 0) << "under 0.5 % of the job";
  EXPECT_LE(gain_with({100, 10}, {101, 11}).percent_in_mpi(), 0);
}

TEST(JobTime, IsNamedInTheMessages) {
  const JobSlots job = two_hosts();
  const Aim aim{Weight::Bytes, cost_options(evaluation::CostModel::HopBytes, kCosts, job)};
  EXPECT_EQ(reordered_message(gain_with({8.1, 5.2}, {6.98, 4.1}), job, aim),
            "4 ranks on 2 nodes: inter-node bytes 1 kB -> 500 B (-50 %), predicted time of the job 8.1 s -> 6.98 s "
            "(-14 %), 5.2 s -> 4.1 s of it in MPI (measured network)");
  EXPECT_EQ(kept_message(gain_with({8.1, 5.2}, {8, 5.1}), 5, job, aim),
            "inter-node bytes 1 kB -> 500 B (-50 %) would save 1.2 % of the job's 8.1 s (under 5 % of its time in "
            "MPI): order kept");
  EXPECT_EQ(kept_message(gain_with({8.1, 5.2}, {8.2, 5.2}), 5, job, aim),
            "inter-node bytes 1 kB -> 500 B (-50 %) would save nothing of the job's 8.1 s: order kept");
  EXPECT_EQ(summary_of(gain_with({8.1, 5.2}, {6.98, 4.1}), job, aim)["time_after"], "6.9800000000000004");
}

TEST(JobTime, SaysWhatNoOrderCanSave) {
  const JobSlots job = two_hosts();
  const Aim aim{Weight::Bytes, cost_options(evaluation::CostModel::HopBytes, kCosts, job)};
  Gain gain = gain_with({8.1, 5.2}, {8, 5.1});
  gain.borders[1].least.bytes = 396;
  EXPECT_TRUE(reordered_message(gain, job, aim)
                  .ends_with("(measured network), no order saves more than 61 % of the inter-node bytes"))
      << reordered_message(gain, job, aim);
  EXPECT_EQ(kept_message(gain, 5, job, aim).find("no order"), std::string::npos) << "much could be saved";
  gain.borders[1].least.bytes = 8;
  EXPECT_TRUE(reordered_message(gain, job, aim).ends_with("(measured network)")) << "nearly all might be saved";
  gain.borders[1].least.bytes = 970;
  EXPECT_TRUE(
      kept_message(gain, 5, job, aim).ends_with(", no order saves more than 3 % of the inter-node bytes: order kept"))
      << kept_message(gain, 5, job, aim);
  gain.borders[1].least.bytes = 1000;
  EXPECT_TRUE(kept_message(gain, 5, job, aim).ends_with(", no order saves any inter-node bytes: order kept"))
      << kept_message(gain, 5, job, aim);
}

TEST(JobTime, SaysNothingOfTheBorderBetweenProcesses) {
  Gain gain = gain_with({8.1, 5.2}, {8, 5.1});
  gain.borders = {{"", 4}};
  gain.hosts = 0;
  gain.borders[0].before.bytes = gain.borders[0].after.bytes = gain.borders[0].least.bytes = 1000;
  const Aim aim{Weight::Bytes, cost_options(evaluation::CostModel::HopBytes, kCosts, two_hosts())};
  EXPECT_EQ(kept_message(gain, 5, two_hosts(), aim).find("no order"), std::string::npos);
}

TEST(JobTime, KnowsTheRolesOfTheLargestPart) {
  const Aim aim{Weight::Bytes, cost_options(evaluation::CostModel::HopBytes, kCosts, two_hosts())};
  const Affinity affinity = Affinity::from_traffic(4, {{0, 2, 100, 1}});
  const Gain gain = gain_of(affinity, two_hosts(), {0, 1, 2, 3}, {0, 2, 1, 3}, aim);
  ASSERT_EQ(gain.borders.size(), 2);
  EXPECT_EQ(gain.borders[0].roles, 1);
  EXPECT_EQ(gain.borders[1].roles, 2);
}

Aim aim_with(const Calibration& calibration) {
  Aim aim{Weight::Bytes, cost_options(evaluation::CostModel::HopBytes, kCosts, two_hosts())};
  aim.calibration = calibration;
  return aim;
}

std::string message_with(const Aim& aim) {
  const std::string message = reordered_message(gain_with({8.1, 5.2}, {6.98, 4.1}), two_hosts(), aim);
  return message.substr(message.find("predicted"));
}

TEST(JobTime, IsClaimedWithItsError) {
  EXPECT_EQ(message_with(aim_with({.measured = {8, 5}, .replayed = {8.2, 5.3}})),
            "predicted time of the job 8.1 s -> 6.98 s (-14 %), 5.2 s -> 4.1 s of it in MPI (measured network, within "
            "4 %)");
}

TEST(JobTime, SaysHowMuchOfTheTraceTellsIt) {
  const Gain gain = gain_with({.seconds = 8, .in_mpi = 5, .replayed = 0.034}, {.seconds = 7, .in_mpi = 4});
  const Aim aim = aim_with({.measured = {8, 5}, .replayed = {8, 5}});
  const std::string message = reordered_message(gain, two_hosts(), aim);
  EXPECT_TRUE(message.ends_with("(measured network, within 1 %, 3.4 % replayed)")) << message;
  EXPECT_EQ(summary_of(gain, two_hosts(), aim)["replayed"], "0.0340");
}

TEST(JobTime, IsNotClaimedIfTheReplayDoesNotExplainTheRun) {
  const Aim too_little = aim_with({.measured = {13, 12}, .replayed = {5, 4.5}});
  EXPECT_EQ(message_with(too_little),
            "predicted time of the job -14 % (measured network, the replay explains 4.5 of 12 s in MPI)");
  EXPECT_EQ(message_with(aim_with({.measured = {8, 2}, .replayed = {8, 5}})),
            "predicted time of the job -14 % (measured network, replayed 5 s in MPI for 2 s)");
  EXPECT_EQ(kept_message(gain_with({8.1, 5.2}, {8, 5.1}), 15, two_hosts(), too_little),
            "inter-node bytes 1 kB -> 500 B (-50 %) would save 1.2 % of the job's time (under 15 % of its time in "
            "MPI): order kept");
}

TEST(JobTime, IsNotClaimedForOtherArguments) {
  Aim aim = aim_with({.measured = {8, 5}, .replayed = {8, 5}});
  aim.other_arguments = true;
  EXPECT_EQ(message_with(aim), "predicted time of the job -14 % (measured network, profiled with other arguments)");
}

}  // namespace
}  // namespace topomorph::planning
