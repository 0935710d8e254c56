// The limit of steps, with a clock that the test turns.
#include "monitoring/recording/step_budget.h"

#include <gtest/gtest.h>

namespace topomorph::monitoring::recording {
namespace {

using Time = StepBudget::Clock::time_point;

double elapsed = 0;  // seconds
int looks = 0;
Time now() {
  ++looks;
  return Time(std::chrono::duration_cast<Time::duration>(std::chrono::duration<double>(elapsed)));
}

class StepBudgetTest : public testing::Test {
 protected:
  StepBudgetTest() { elapsed = 0, looks = 0; }
  StepBudget budget{0.01, Time()};
};

TEST_F(StepBudgetTest, TheStartMayBeDense) {
  EXPECT_TRUE(budget.allows(9999, now));
  EXPECT_EQ(looks, 0);
  EXPECT_FALSE(budget.allows(10000, now));
}

TEST_F(StepBudgetTest, TimeAllowsMoreSteps) {
  elapsed = 1;  // of which a hundredth is 10 ms, and 100 000 steps
  EXPECT_TRUE(budget.allows(109999, now));
  EXPECT_FALSE(budget.allows(110000, now));
  elapsed = 2;
  EXPECT_TRUE(budget.allows(110000, now));
}

TEST_F(StepBudgetTest, LooksAtTheClockAreRare) {
  elapsed = 1;
  for (std::uint64_t step = 0; step < 110000; ++step) ASSERT_TRUE(budget.allows(step, now));
  EXPECT_EQ(looks, 1);
}

TEST(StepBudget, AllTheTimeIsNoLimit) {
  StepBudget budget(1, Time());
  EXPECT_TRUE(budget.allows(std::uint64_t{1} << 60, now));
}

}  // namespace
}  // namespace topomorph::monitoring::recording
