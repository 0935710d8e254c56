// The time of a job from a part of its replay, beside that of its whole replay.
#include "core/replay/estimate.h"

#include "core/base/error.h"
#include "core/replay/replay.h"
#include "tests/core/testing.h"

namespace topomorph::replay {
namespace {

constexpr double kLinkRate = 100e6;  // bytes per second of a link

/// Returns two hosts of two slots each.
Platform two_hosts() {
  static const TreeTopology tree = TreeTopology::regular(std::vector<std::uint64_t>{2, 2});
  return tree_platform(tree, {{{1e-6, 8e9}, {50e-6, kLinkRate}}}, 1);
}

/// Processes 0 and 2, and 1 and 3, exchange messages after each millisecond: first `begin` times with a byte, then
/// `loop` times with a megabyte.
trace::Trace far_pairs(std::uint64_t begin, std::uint64_t loop) {
  trace::Trace trace;
  for (std::uint32_t me = 0; me < 4; ++me) {
    const std::uint32_t other = (me + 2) % 4;
    trace::ProcessTrace process;
    const auto exchange = [&](std::uint64_t times, std::uint64_t bytes) {
      if (times == 0) return;
      for (const trace::Step& step : {trace::loop(times, 3), trace::after(1e-3, trace::start_receive(other, 0)),
                                      trace::start_send(other, bytes, 1), trace::wait(0, 2)})
        process.steps.push_back(step);
    };
    exchange(begin, 1);
    exchange(loop, 1'000'000);
    process.seen = 3 * (begin + loop);
    trace.processes.push_back(process);
  }
  return trace;
}

const std::vector<Mapping> kOrders = {{0, 1, 2, 3}, {0, 2, 1, 3}};

std::vector<Estimate> estimates_of(const trace::Trace& trace, const EstimateOptions& options = {},
                                   unsigned threads = 1) {
  Workers workers(threads);
  return estimate(trace, two_hosts(), kOrders, options, workers).value();
}

TEST(Estimate, OfAShortJobIsItsReplay) {
  const trace::Trace trace = far_pairs(10, 100);
  const auto estimates = estimates_of(trace);
  for (std::size_t i = 0; i < kOrders.size(); ++i) {
    EXPECT_EQ(estimates[i].seconds, replay(trace, two_hosts(), kOrders[i])->seconds);
    EXPECT_EQ(estimates[i].replayed, 1);
  }
}

TEST(Estimate, OfALongJobNeedsAPartOfItsReplay) {
  const trace::Trace trace = far_pairs(0, 1'000'000);
  const auto estimates = estimates_of(trace);
  EXPECT_NEAR(estimates[0].seconds, 1e6 * (1e-3 + 2e6 / kLinkRate), 1e6 * 1e-3);
  EXPECT_NEAR(estimates[1].seconds, 1e6 * (1e-3 + 1e6 / 8e9), 1e6 * 1e-5);
  EXPECT_NEAR(estimates[0].in_mpi, estimates[0].seconds - 1e3, 1);
  EXPECT_LT(estimates[0].replayed, 0.05);
}

TEST(Estimate, GoesOnWhileTheJobChanges) {
  const trace::Trace trace = far_pairs(20'000, 100'000);  // the first 240 000 of 1 440 000 steps are others
  const auto estimates = estimates_of(trace, {.most_steps = ~std::uint64_t{0}});
  const double whole = replay(trace, two_hosts(), kOrders[0])->seconds;
  EXPECT_NEAR(estimates[0].seconds, whole, 0.05 * whole);
  EXPECT_GT(estimates[0].replayed, 0.02);
}

TEST(Estimate, AWindowCountsForTheWholeJob) {
  trace::Trace trace = far_pairs(0, 100);
  for (trace::ProcessTrace& process : trace.processes) process.window = true, process.seen *= 10;
  const double whole = replay(far_pairs(0, 1000), two_hosts(), kOrders[0])->seconds;
  EXPECT_NEAR(estimates_of(trace)[0].seconds, whole, 0.01 * whole);
  EXPECT_NEAR(estimates_of(trace)[0].replayed, 0.1, 1e-6);
}

TEST(Estimate, IsNotBelowWhatIsKnown) {
  const std::vector<double> least = {1e3, 0};
  const auto estimates = estimates_of(far_pairs(0, 100), {.least_seconds = least});
  EXPECT_EQ(estimates[0].seconds, 1e3);
  EXPECT_LT(estimates[1].seconds, 1);
}

TEST(Estimate, AnOrderThatCannotWinIsNotReplayedFurther) {
  const trace::Trace trace = far_pairs(0, 40'000);
  const std::vector<double> least = {0, 1e9};
  const EstimateOptions whole{
      .tolerance = 0, .time_tolerance = 0, .most_steps = ~std::uint64_t{0}, .least_seconds = least};
  const auto estimates = estimates_of(trace, whole);
  EXPECT_EQ(estimates[0].replayed, 1);
  EXPECT_LT(estimates[1].replayed, 0.2);
}

TEST(Estimate, AnOrderThatIsFarFromTheBestIsNotReplayedFurther) {
  const std::vector<Mapping> bad_last = {kOrders[1], kOrders[0]};
  Workers workers(1);
  const EstimateOptions whole{
      .tolerance = 0, .time_tolerance = 0, .most_steps = ~std::uint64_t{0}, .least_seconds = {}};
  const auto estimates = estimate(far_pairs(0, 40'000), two_hosts(), bad_last, whole, workers).value();
  EXPECT_EQ(estimates[0].replayed, 1);
  EXPECT_LT(estimates[1].replayed, 0.2);
  EXPECT_NEAR(estimates[1].seconds, 40e3 * (1e-3 + 2e6 / kLinkRate), 40);
}

/// In each iteration the four processes exchange a megabyte 30 times, then a byte 300 times: its parts differ.
trace::Trace uneven(std::uint64_t iterations) {
  trace::Trace trace = far_pairs(0, 1);
  for (trace::ProcessTrace& process : trace.processes) {
    const std::vector<trace::Step> exchange(process.steps.begin() + 1, process.steps.end());
    process.steps = {trace::loop(iterations, 8), trace::loop(30, 3)};
    process.steps.insert(process.steps.end(), exchange.begin(), exchange.end());
    process.steps.push_back(trace::loop(300, 3));
    for (trace::Step step : exchange) {
      if (step.kind == trace::StepKind::StartSend) step.amount = 1;
      process.steps.push_back(step);
    }
    process.seen = iterations * 330 * 3;
  }
  return trace;
}

TEST(Estimate, RestsOnWholeIterations) {
  const auto estimates = estimates_of(uneven(10'000));
  const double expected = 100 * replay(uneven(100), two_hosts(), kOrders[0])->seconds;
  EXPECT_NEAR(estimates[0].seconds, expected, 0.001 * expected);
  EXPECT_LT(estimates[0].replayed, 0.02);
}

TEST(Estimate, IsTheSameWithAnyNumberOfThreads) {
  const trace::Trace trace = far_pairs(100, 100'000);
  const auto one = estimates_of(trace), two = estimates_of(trace, {}, 2);
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].seconds, two[i].seconds);
    EXPECT_EQ(one[i].in_mpi, two[i].in_mpi);
  }
}

TEST(Estimate, TooFewStepsForAnIterationOfEachProcessAreNoEstimate) {
  Workers workers(1);
  const EstimateOptions few{.most_steps = 30'000};
  EXPECT_FALSE(estimate(far_pairs(0, 100'000), two_hosts(), kOrders, few, workers));
  EXPECT_TRUE(estimate(far_pairs(0, 1'000), two_hosts(), kOrders, few, workers)) << "all steps";
  EXPECT_TRUE(estimate(far_pairs(0, 100'000), two_hosts(), kOrders, {.most_steps = 33'000}, workers));
}

TEST(Estimate, RefusesWhatReplayRefuses) {
  Workers workers(1);
  const std::vector<Mapping> short_order = {{0, 1}};
  EXPECT_THROW(estimate(far_pairs(0, 1), two_hosts(), short_order, {}, workers), InputError);
  trace::Trace waits = far_pairs(0, 100);
  waits.processes[3].steps.clear();
  waits.processes[3].seen = 0;
  EXPECT_THROW(estimate(waits, two_hosts(), kOrders, {}, workers), InputError);
}

TEST(Estimate, EndsWithTheDeadline) {
  Workers workers(1);
  const EstimateOptions options{.most_steps = ~std::uint64_t{0}, .deadline = Deadline(0.0)};
  EXPECT_FALSE(estimate(far_pairs(0, 100'000), two_hosts(), kOrders, options, workers));
}

}  // namespace
}  // namespace topomorph::replay
