// The limit of recorded calls, with a clock that the test turns.
#include "monitoring/recording/call_budget.h"

#include <gtest/gtest.h>

namespace topomorph::monitoring::recording {
namespace {

using Time = CallBudget::Clock::time_point;

double elapsed = 0;  // seconds
int looks = 0;
Time now() {
  ++looks;
  return Time(std::chrono::duration_cast<Time::duration>(std::chrono::duration<double>(elapsed)));
}

class CallBudgetTest : public testing::Test {
 protected:
  CallBudgetTest() { elapsed = 0, looks = 0; }
  CallBudget budget{0.01, Time()};
};

TEST_F(CallBudgetTest, TheStartMayBeDense) {
  EXPECT_TRUE(budget.allows(9999, now));
  EXPECT_EQ(looks, 0);
  EXPECT_FALSE(budget.allows(10000, now));
}

TEST_F(CallBudgetTest, TimeAllowsMoreCalls) {
  elapsed = 1;  // of which a hundredth is 10 ms, and 100 000 calls
  EXPECT_TRUE(budget.allows(109999, now));
  EXPECT_FALSE(budget.allows(110000, now));
  elapsed = 2;
  EXPECT_TRUE(budget.allows(110000, now));
}

TEST_F(CallBudgetTest, LooksAtTheClockAreRare) {
  elapsed = 1;
  for (std::uint64_t call = 0; call < 110000; ++call) ASSERT_TRUE(budget.allows(call, now));
  EXPECT_EQ(looks, 1);
}

TEST(CallBudget, AllTheTimeIsNoLimit) {
  CallBudget budget(1, Time());
  EXPECT_TRUE(budget.allows(std::uint64_t{1} << 60, now));
}

}  // namespace
}  // namespace topomorph::monitoring::recording
