// Tests of the numbers of phases.
#include <algorithm>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "monitoring/counting/name_lists.h"
#include "monitoring/monitor.h"

namespace topomorph::monitoring {
namespace {

TEST(Phases, NumbersAreLinesOfTheList) {
  EXPECT_EQ(phases::number_of("main"), 0u);
  EXPECT_EQ(phases::number_of(""), 0u);
  const std::uint32_t solve = phases::number_of("solve");
  EXPECT_EQ(phases::number_of("solve"), solve);
  EXPECT_NE(phases::number_of("setup"), solve);
  EXPECT_EQ(phases::number_of("two\nlines"), phases::number_of("two lines"));
  const std::string list = phases::all().listed();
  EXPECT_EQ(list.rfind("main\n", 0), 0u);
  EXPECT_NE(list.find("\nsolve\n"), std::string::npos);
}

/// In a process of its own, because names stay.
[[noreturn]] void name_every_step() {
  for (int step = 0; step < 10000; ++step) phases::number_of("step " + std::to_string(step));
  const std::string list = phases::all().listed();
  EXPECT_EQ(std::count(list.begin(), list.end(), '\n'), kMaximalPhases);
  EXPECT_EQ(phases::number_of("one more"), kMaximalPhases - 1);
  EXPECT_NE(list.find("\n(more phases)\n"), std::string::npos);
  EXPECT_LT(phases::number_of("step 7"), kMaximalPhases - 1);
  std::_Exit(testing::Test::HasFailure() ? 1 : 0);
}

TEST(PhasesDeathTest, ProgramsThatNameEveryStepDoNotEatTheMemory) {
  EXPECT_EXIT(name_every_step(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace topomorph::monitoring
