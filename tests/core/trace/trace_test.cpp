// Counting and cutting of folded traces.
#include "core/trace/trace.h"

#include "core/trace/check.h"
#include "tests/core/testing.h"

namespace topomorph::trace {
namespace {

/// Returns a trace of two processes that exchange messages: 4 steps in each of `iterations`, 2 steps before and 1
/// after.
Trace exchange(std::uint64_t iterations) {
  Trace trace;
  trace.groups = {{0, 1}};
  for (std::uint32_t me = 0; me < 2; ++me) {
    const std::uint32_t other = 1 - me;
    ProcessTrace process;
    process.steps = {collective(Collective::Barrier, 0),
                     collective(Collective::Barrier, 0),
                     loop(iterations, 4),
                     start_receive(other, 0),
                     start_send(other, 8, 1),
                     wait(0, 2),
                     compute(1e-3),
                     collective(Collective::Barrier, 0)};
    process.seen = 3 + 4 * iterations;
    trace.processes.push_back(process);
  }
  return trace;
}

TEST(Window, CountsStepsOfNestedLoops) {
  EXPECT_EQ(unfolded(exchange(1000).processes[0].steps), 4003);
  EXPECT_EQ(unfolded(std::vector<Step>{loop(10, 4), send(1, 8), loop(5, 1), send(1, 9), receive(1)}), 10 * (1 + 5 + 1));
  EXPECT_EQ(unfolded({}), 0);
}

TEST(Window, ATraceWithFewStepsIsWhole) {
  const Trace trace = first_steps(exchange(10), 86);
  EXPECT_EQ(unfolded(trace.processes[0].steps), 43);
  EXPECT_FALSE(trace.processes[0].window);
  EXPECT_EQ(recorded_part(trace), 1);
}

TEST(Window, ALongTraceLosesIterations) {
  const Trace trace = first_steps(exchange(1000), 804);
  check(trace);
  for (const ProcessTrace& process : trace.processes) {
    EXPECT_TRUE(process.window);
    EXPECT_EQ(unfolded(process.steps), 2 + 400);
    EXPECT_EQ(process.seen, 4003);
  }
  EXPECT_NEAR(recorded_part(trace), 0.1, 0.001);
}

TEST(Window, OneIterationAtLeastIsLeft) {
  const Trace trace = first_steps(exchange(1000), 1);
  check(trace);
  EXPECT_EQ(unfolded(trace.processes[0].steps), 1) << "the first step";
  EXPECT_TRUE(trace.processes[0].window);
  Trace inner = exchange(1000);
  for (ProcessTrace& process : inner.processes) process.steps.erase(process.steps.begin(), process.steps.begin() + 2);
  EXPECT_EQ(unfolded(first_steps(inner, 1).processes[0].steps), 4);
}

TEST(Window, EachProcessKeepsTheSamePart) {
  const Step step = collective(Collective::Barrier, 0);
  std::vector<Step> steps_and_loop(10, step);
  steps_and_loop.insert(steps_and_loop.end(), {loop(995, 2), step, step});
  Trace trace;
  for (const auto& steps : {steps_and_loop, {step}, {loop(500, 2), step, step, loop(333, 3), step, step, step}}) {
    trace.processes.push_back({.steps = steps, .seen = unfolded(steps)});
  }
  const Trace tenth = first_steps(trace, 400);  // of 2000, 1 and 1999
  ASSERT_EQ(tenth.processes.size(), 3U);
  EXPECT_EQ(unfolded(tenth.processes[0].steps), 10 + 95 * 2);
  EXPECT_TRUE(tenth.processes[0].window);
  EXPECT_EQ(unfolded(tenth.processes[1].steps), 1);
  EXPECT_FALSE(tenth.processes[1].window) << "nothing is cut off";
  EXPECT_EQ(unfolded(tenth.processes[2].steps), 99 * 2);
  EXPECT_TRUE(tenth.processes[2].window);
  EXPECT_NEAR(recorded_part(tenth), 399 / 4000.0, 1e-12);
}

TEST(Window, PartOfAWindow) {
  Trace trace = exchange(10);
  for (ProcessTrace& process : trace.processes) process.window = true, process.seen = 430;
  EXPECT_NEAR(recorded_part(trace), 0.1, 1e-12);
}

}  // namespace
}  // namespace topomorph::trace
