// What this process says of its processors, and its time between begin and end.
#include "runtime/process/processors.h"

#include <chrono>
#include <thread>

#include <gtest/gtest.h>

namespace topomorph::process {
namespace {

TEST(Processors, AreToldWithTheMachine) {
  const std::string told = own_processors("0-3,8");
  if (told.empty()) GTEST_SKIP() << "this system does not say which machine it is";
  EXPECT_EQ(told.substr(0, 6), "0-3,8 ");
  EXPECT_EQ(told, own_processors("0-3,8"));
  const std::string machine = told.substr(told.rfind(' ') + 1);
  EXPECT_GE(machine.size(), 16U) << told;
  EXPECT_NE(own_processors("0").find(machine), std::string::npos);
}

TEST(Processors, AreNotToldWithoutCpus) { EXPECT_EQ(own_processors(""), ""); }

TEST(Processors, TheTimeOfTheProgramEndsWithIt) {
  note_begin_of_program();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  note_end_of_program();
  const ProgramTime time = time_of_program();
  EXPECT_GE(time.seconds, 0.02);
  EXPECT_GE(time.cpu_seconds, 0);
  EXPECT_LT(time.cpu_seconds, time.seconds) << "it slept";
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(time_of_program().seconds, time.seconds);
}

}  // namespace
}  // namespace topomorph::process
