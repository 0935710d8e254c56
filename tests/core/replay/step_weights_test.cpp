// How far a replay has come: weights of steps, and what is known of the rest.
#include "core/replay/step_weights.h"

#include "tests/core/testing.h"

namespace topomorph::replay {
namespace {

Platform two_slots() {
  static const TreeTopology tree = TreeTopology::regular(std::vector<std::uint64_t>{1, 2});
  return tree_platform(tree, {{{1e-6, 8e9}, {50e-6, 100e6}}}, 1);
}

/// A second of computing, then twice a loop of three times two seconds, and a message of 100 MB.
trace::Trace trace_of_loops() {
  trace::Trace trace;
  trace::ProcessTrace process;
  process.steps = {trace::compute(1), trace::loop(2, 2), trace::loop(3, 1), trace::compute(2),
                   trace::send(1, 100'000'000)};
  process.seen = 8;
  trace.processes = {process, {}};
  return trace;
}

TEST(StepWeights, AreSecondsOfTheStepAlone) {
  const StepWeights weights(trace_of_loops(), two_slots());
  EXPECT_NEAR(weights.of(0, 0), 1, 1e-6);
  EXPECT_NEAR(weights.of(0, 3), 2, 1e-6);
  EXPECT_NEAR(weights.of(0, 4), 1, 1e-3);
  EXPECT_NEAR(weights.total(), 1 + 2 * 3 * 2 + 1, 1e-3);
}

TEST(StepWeights, OfALoopAreKnownWhenItHasBegun) {
  const StepWeights weights(trace_of_loops(), two_slots());
  EXPECT_NEAR(weights.known_at(0, 0), 1.0 / 14, 1e-3);
  EXPECT_NEAR(weights.known_at(0, 3), 13.0 / 14, 1e-3) << "in both loops";
  EXPECT_NEAR(weights.known_at(0, 4), 1, 1e-6);
}

TEST(StepWeights, OfALoopThatReturnsAreKnownTheFirstTime) {
  trace::Trace trace = trace_of_loops();
  auto& steps = trace.processes[0].steps;
  steps.insert(steps.end(), {trace::loop(5, 2), trace::loop(1, 1), trace::compute(2), trace::compute(7)});
  const StepWeights weights(trace, two_slots());
  EXPECT_NEAR(weights.known_at(0, 1), (8.0 + 12 + 10) / 31, 1e-3) << "both loops, and what computes";
}

TEST(StepWeights, OfAWindowCountWhatItLacks) {
  trace::Trace trace = trace_of_loops();
  trace.processes[0].window = true;
  trace.processes[0].seen = 80;
  EXPECT_NEAR(StepWeights(trace, two_slots()).total(), 140, 0.1);
}

std::optional<std::size_t> milestone_of(const std::vector<trace::Step>& steps) {
  static const TreeTopology tree = TreeTopology::regular(std::vector<std::uint64_t>{2, 1});
  trace::Trace trace;
  trace.processes.resize(2);
  for (trace::ProcessTrace& process : trace.processes) process.steps = steps, process.seen = 1;
  return StepWeights(trace, tree_platform(tree, {{{1e-6, 8e9}, {50e-6, 1e8}}}, 1)).milestone();
}

TEST(StepWeights, TheMilestoneIsTheBeginOfTheMainLoop) {
  EXPECT_EQ(
      milestone_of({trace::compute(1), trace::loop(100, 2), trace::compute(1), trace::compute(2), trace::compute(1)}),
      2);
}

TEST(StepWeights, TheMilestoneIsInALoopThatIsRepeatedOften) {
  EXPECT_EQ(
      milestone_of({trace::loop(3, 4), trace::compute(1), trace::loop(50, 2), trace::compute(1), trace::compute(1)}),
      3);
  EXPECT_EQ(
      milestone_of({trace::loop(50, 4), trace::compute(1), trace::loop(3, 2), trace::compute(1), trace::compute(1)}),
      1);
}

TEST(StepWeights, TheMilestoneIsAStepAndNoLoop) {
  EXPECT_EQ(milestone_of({trace::loop(50, 3), trace::loop(3, 1), trace::compute(1), trace::compute(1)}), 2);
}

TEST(StepWeights, WithoutAMainLoopThereIsNoMilestone) {
  EXPECT_EQ(milestone_of({trace::compute(1), trace::compute(1)}), std::nullopt);
  EXPECT_EQ(milestone_of({trace::loop(3, 1), trace::compute(1)}), std::nullopt);
  EXPECT_EQ(milestone_of({trace::loop(100, 1), trace::compute(1), trace::compute(1000)}), std::nullopt);
  EXPECT_EQ(milestone_of({}), std::nullopt);
}

}  // namespace
}  // namespace topomorph::replay
