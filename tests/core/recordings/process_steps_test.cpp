// What tools record of a process's calls becomes steps that a process could have made.
#include "core/recordings/process_steps.h"

#include <gtest/gtest.h>

#include "core/trace/check.h"

namespace topomorph::recordings {
namespace {

using trace::Step;

/// Returns the steps without folding them by hand: each test has none that repeats.
void expect_steps(ProcessSteps& process, const std::vector<Step>& expected) {
  const trace::ProcessTrace found = process.finish();
  ASSERT_EQ(found.steps.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_TRUE(alike(found.steps[i], expected[i])) << i;
    EXPECT_DOUBLE_EQ(found.steps[i].seconds, expected[i].seconds) << i;
  }
  EXPECT_FALSE(found.window);
}

TEST(ProcessSteps, APlainSendIsOne) {
  ProcessSteps process;
  process.compute(0.5);
  process.enter_call();
  process.send(3, 7, 100);
  process.leave_call();
  process.receive(2, 7);
  expect_steps(process, {after(0.5, trace::send(3, 100, 7)), trace::receive(2, 7)});
}

TEST(ProcessSteps, AReceiveThatIsWaitedForAtOnceIsPlain) {
  ProcessSteps process;
  process.start_receive(5);
  process.end_receive(5, 2, 7);
  process.start_receive(6);
  process.compute(0.5);
  process.end_receive(6, 2, 7);
  expect_steps(process, {trace::receive(2, 7), trace::start_receive(2, 0, 7), after(0.5, trace::wait(0))});
}

TEST(ProcessSteps, ASendAndReceiveOfOneCallAreUnderWayTogether) {
  ProcessSteps process;
  process.enter_call();
  process.send(1, 0, 8);
  process.receive(1, 0);
  process.leave_call();
  expect_steps(process, {trace::start_send(1, 8, 0, 0), trace::receive(1, 0), trace::wait(0)});
}

TEST(ProcessSteps, AReceiveStandsWhereItBeganWithTheSenderOfItsEnd) {
  ProcessSteps process;
  process.start_receive(900);
  process.start_send(901, 5, 2, 64);
  process.end_receive(900, 4, 3);
  process.end_send(901);
  process.end_send(17);  // was never begun: a recording may begin late
  process.end_receive(18, 6, 1);
  expect_steps(process, {trace::start_receive(4, 0, 3), trace::start_send(5, 64, 1, 2), trace::wait(0), trace::wait(1),
                         trace::receive(6, 1)});
}

TEST(ProcessSteps, WhatHasNotEndedIsWaitedForOrLeftOut) {
  ProcessSteps process;
  process.compute(1);
  process.start_receive(1);
  process.compute(2);
  process.start_receive(2);
  process.cancel(2);
  process.start_send(3, 1, 0, 8);
  expect_steps(process, {after(3, trace::start_send(1, 8, 1, 0)), trace::wait(1)});
}

TEST(ProcessSteps, RepeatedCallsAreFolded) {
  ProcessSteps process;
  for (int i = 0; i < 1000; ++i) {
    process.start_receive(2 * i);
    process.start_send(2 * i + 1, 0, 0, 8);
    process.end_receive(2 * i, 0, 0);
    process.end_send(2 * i + 1);
  }
  const trace::ProcessTrace found = process.finish();
  EXPECT_EQ(found.seen, 4000U);
  EXPECT_EQ(found.steps.size(), 5U) << "a loop and its body";
}

}  // namespace
}  // namespace topomorph::recordings
