// EASY backfilling: cases computed by hand.
#include "core/workload/easy.h"

#include "tests/core/testing.h"

namespace topomorph::workload {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// 10 hosts; job 0 has 6 of them until 100. Job 1 wants 8: it is promised 100, when 2 hosts remain free.
class Easy : public ::testing::Test {
 protected:
  Easy() {
    scheduler_.submit({0, 6, 100});
    EXPECT_THAT(scheduler_.start(0), ElementsAre(0));
    scheduler_.submit({1, 8, 50});
    EXPECT_THAT(scheduler_.start(10), IsEmpty());
  }

  EasyScheduler scheduler_{10};
};

TEST_F(Easy, PromisesTheFirstThatWaitsATime) {
  const auto promised = scheduler_.reservation(10);
  ASSERT_TRUE(promised);
  EXPECT_EQ(promised->time, 100);
  EXPECT_EQ(promised->spare, 2U);
  EXPECT_EQ(scheduler_.free_hosts(), 4U);
}

TEST_F(Easy, AJobThatEndsBeforeOvertakes) {
  scheduler_.submit({2, 4, 80});
  EXPECT_THAT(scheduler_.start(20), ElementsAre(2)) << "20 + 80 is 100";
  EXPECT_EQ(scheduler_.waiting(), 1U);
  EXPECT_EQ(scheduler_.reservation(20)->time, 100) << "the promise stands";
}

TEST_F(Easy, AJobThatWouldDelayTheFirstDoesNot) {
  scheduler_.submit({2, 4, 81});
  EXPECT_THAT(scheduler_.start(20), IsEmpty()) << "three hosts of four are promised to job 1 at 100";
}

TEST_F(Easy, ALongJobOvertakesOnHostsThatAreLeftOver) {
  scheduler_.submit({2, 2, 1000});
  scheduler_.submit({3, 1, 1000});
  scheduler_.submit({4, 2, 30});
  EXPECT_THAT(scheduler_.start(20), ElementsAre(2, 4)) << "job 2 takes both hosts that are left over, none is for 3";
  EXPECT_EQ(scheduler_.reservation(20)->time, 100);
  EXPECT_EQ(scheduler_.reservation(20)->spare, 0U);
}

TEST_F(Easy, TheFirstStartsWhenItCanAndNotWhenItWasPromised) {
  scheduler_.finish(0);
  EXPECT_THAT(scheduler_.start(40), ElementsAre(1)) << "job 0 ended early";
}

TEST_F(Easy, AJobThatRunsLongerThanItsEstimateMayEndAtAnyMoment) {
  scheduler_.submit({2, 2, 5});
  scheduler_.submit({3, 3, 1});
  EXPECT_THAT(scheduler_.start(150), ElementsAre(2)) << "2 is left over; 3 would take what is promised for now";
  EXPECT_EQ(scheduler_.reservation(150)->time, 150);
}

TEST_F(Easy, CountsAllThatEndTogether) {
  EasyScheduler scheduler(10);
  scheduler.submit({0, 4, 100});
  scheduler.submit({1, 5, 100});
  EXPECT_THAT(scheduler.start(0), ElementsAre(0, 1));
  scheduler.submit({2, 5, 100});
  EXPECT_THAT(scheduler.start(0), IsEmpty());
  EXPECT_EQ(scheduler.reservation(0)->time, 100);
  EXPECT_EQ(scheduler.reservation(0)->spare, 5U);
}

TEST_F(Easy, StartsInOrderWithoutNeed) {
  scheduler_.finish(0);
  scheduler_.submit({2, 2, 1000});
  EXPECT_THAT(scheduler_.start(100), ElementsAre(1, 2));
  EXPECT_FALSE(scheduler_.reservation(100));
}

TEST_F(Easy, RefusesWhatNeverFits) {
  EXPECT_INPUT_ERROR(scheduler_.submit({2, 11, 1}), "found a job of 11 hosts, expected 1 to 10");
  EXPECT_INPUT_ERROR(scheduler_.submit({2, 0, 1}), "found a job of 0 hosts");
}

}  // namespace
}  // namespace topomorph::workload
