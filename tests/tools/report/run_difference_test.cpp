// The parts of the difference of two runs, each changed alone.
#include "tools/report/run_difference.h"

#include "core/topology/hosts/placement.h"
#include "tests/core/testing.h"
#include "tools/report/report.h"

namespace topomorph::report {
namespace {

constexpr double kIterations = 100;

/// A run of four ranks on two hosts, of which 0 and 1, and 2 and 3, exchange messages.
struct Run {
  double seconds = 1;
  std::vector<std::string> hosts = {"a", "a", "b", "b"};
  double compute = 1e-3;
  std::uint64_t bytes = 100'000;
};

trace::Trace trace_of(const Run& run) {
  trace::Trace trace;
  for (std::uint32_t me = 0; me < 4; ++me) {
    const std::uint32_t other = me ^ 1;
    trace::ProcessTrace process;
    process.steps = {trace::loop(100, 3), trace::after(run.compute, trace::start_receive(other, 0)),
                     trace::start_send(other, run.bytes, 1), trace::wait(0, 2)};
    process.seen = 300;
    trace.processes.push_back(process);
  }
  return trace;
}

Report report_of(const Run& run) {
  Report report;
  report.source.file = "app.tmprof";
  report.source.trace = trace_of(run);
  report.source.profile.emplace();
  Place place;
  for (std::uint64_t rank = 0; rank < run.hosts.size(); ++rank) {
    place.locations.push_back({run.hosts[rank], ""});
    formats::ProfiledRank& each = report.source.profile->ranks.emplace_back();
    each.rank = rank;
    each.seconds = run.seconds;
  }
  place.job = planning::slots_of(topology::build_job_topology(place.locations));
  place.aim.cost = planning::cost_options(evaluation::CostModel::HopBytes, "0.5/8000:50/100", place.job);
  report.place = std::move(place);
  return report;
}

RunDifference difference_between(const Run& first, const Run& second) {
  std::string reason;
  const auto found = run_difference(report_of(first), report_of(second), reason);
  EXPECT_TRUE(found) << reason;
  const RunDifference result = found.value_or(RunDifference());
  EXPECT_NEAR(result.order + result.place + result.processor + result.traffic + result.rest, result.all(), 1e-9);
  return result;
}

TEST(RunDifference, OfAnotherOrder) {
  const RunDifference found = difference_between({.seconds = 1}, {.seconds = 1.5, .hosts = {"a", "b", "a", "b"}});
  EXPECT_NEAR(found.order, kIterations * 2 * 100'000 / 100e6, 0.05) << "two messages share a link of 100 MB/s";
  EXPECT_NEAR(found.place, 0, 1e-6);
  EXPECT_NEAR(found.processor, 0, 1e-6);
  EXPECT_NEAR(found.traffic, 0, 1e-6);
  EXPECT_NEAR(found.all(), 0.5, 1e-9);
}

TEST(RunDifference, OfOtherNamesOfHostsIsNone) {
  const RunDifference found = difference_between({}, {.hosts = {"x", "x", "y", "y"}});
  EXPECT_NEAR(found.order, 0, 1e-6);
  EXPECT_NEAR(found.place, 0, 1e-6);
}

TEST(RunDifference, OfMoreComputing) {
  const RunDifference found = difference_between({}, {.seconds = 1.1, .compute = 2e-3});
  EXPECT_NEAR(found.processor, kIterations * 1e-3, 1e-6);
  EXPECT_NEAR(found.traffic, 0, 1e-3);
  EXPECT_NEAR(found.rest, 0, 1e-3);
}

TEST(RunDifference, OfMoreBytes) {
  const std::vector<std::string> apart = {"a", "b", "a", "b"};
  const RunDifference found = difference_between({.hosts = apart}, {.seconds = 1.2, .hosts = apart, .bytes = 200'000});
  EXPECT_NEAR(found.traffic, kIterations * 2 * 100'000 / 100e6, 0.05);
  EXPECT_NEAR(found.order, 0, 1e-6);
  EXPECT_NEAR(found.processor, 0, 1e-6);
}

TEST(RunDifference, OfNoiseIsTheRest) { EXPECT_NEAR(difference_between({}, {.seconds = 3}).rest, 2, 1e-6); }

TEST(RunDifference, NeedsTimesPlacesAndTraces) {
  const Report sound = report_of({});
  const auto reason_for = [&](const Report& other) {
    std::string reason;
    EXPECT_FALSE(run_difference(sound, other, reason));
    return reason;
  };
  Report other = report_of({.seconds = 0});
  EXPECT_EQ(reason_for(other), "app.tmprof has no measured time of the job");
  other = report_of({});
  other.source.trace.reset();
  EXPECT_EQ(reason_for(other), "app.tmprof has no trace");
  other = report_of({});
  other.place.reset();
  EXPECT_EQ(reason_for(other), "app.tmprof does not know the places of its ranks");
  EXPECT_EQ(reason_for(report_of({.hosts = {"a", "a", "a", "b"}})),
            "the runs have other numbers of ranks, or of ranks on each host");
}

}  // namespace
}  // namespace topomorph::report
