// Processor time between calls, with clocks that the test turns.
#include "monitoring/recording/processor_time.h"

#include <gtest/gtest.h>

namespace topomorph::monitoring::recording {
namespace {

struct TestClocks {
  static inline std::uint64_t now = 0;  // microseconds
  static inline double processor = 0;   // seconds
  static inline int readings = 0;
  static std::uint64_t ticks() { return now; }
  static double seconds_per_tick() { return 1e-6; }
  static double processor_seconds() { return ++readings, processor; }
};

class ProcessorTimeTest : public testing::Test {
 protected:
  ProcessorTimeTest() {
    TestClocks::now = 1000, TestClocks::processor = 5, TestClocks::readings = 0;
    time.begin();
  }
  /// Lets microseconds pass, in some of which the thread has a processor.
  static void pass(std::uint64_t wall, std::uint64_t used) {
    TestClocks::now += wall;
    TestClocks::processor += static_cast<double>(used) * 1e-6;
  }
  double gap(std::uint64_t wall, std::uint64_t used) {
    pass(wall, used);
    return time.call_begins() * 1e6;
  }
  void call(std::uint64_t wall, std::uint64_t used) {
    pass(wall, used);
    time.call_ends();
  }

  ProcessorTime<TestClocks> time;
};

TEST_F(ProcessorTimeTest, IsWallTimeInShortGaps) {
  EXPECT_NEAR(gap(5, 5), 5, 1e-6);
  call(3, 3);
  EXPECT_NEAR(gap(7, 7), 7, 1e-6);
  EXPECT_EQ(TestClocks::readings, 1);  // at the beginning
}

TEST_F(ProcessorTimeTest, IsTheProcessorsInLongGaps) {
  EXPECT_NEAR(gap(1000, 400), 400, 1e-3);
  call(10, 10);
  EXPECT_NEAR(gap(2000, 1500), 1500, 1e-3);
}

TEST_F(ProcessorTimeTest, LeavesOutShortPiecesSinceTheLastReading) {
  for (int i = 0; i < 10; ++i) {
    EXPECT_NEAR(gap(4, 4), 4, 1e-6);
    call(6, 6);
  }
  EXPECT_NEAR(gap(1000, 300), 300, 1e-3);
}

TEST_F(ProcessorTimeTest, LeavesOutLongCalls) {
  call(5000, 2500);
  EXPECT_NEAR(gap(1000, 300), 300, 1e-3);
}

TEST_F(ProcessorTimeTest, RarelyReadsTheClockAfterCallsBetweenShortGaps) {
  for (int i = 0; i < 1600; ++i) {
    EXPECT_NEAR(gap(3, 3), 3, 1e-6);
    call(100, 10);
  }
  EXPECT_LT(TestClocks::readings, 1600 / 16 + 20);
}

TEST_F(ProcessorTimeTest, GivesALongGapNoMoreThanAFewCallsBesides) {
  for (int i = 0; i < 1000; ++i) {
    gap(3, 3);
    call(100, 10);
  }
  const double seconds = gap(100'000, 5000);
  EXPECT_GE(seconds, 5000 - 1e-3);
  EXPECT_LE(seconds, 5000 + 16 * 10);
}

TEST_F(ProcessorTimeTest, IsExactAgainAfterALongGap) {
  for (int i = 0; i < 1000; ++i) {
    gap(3, 3);
    call(100, 10);
  }
  gap(100'000, 5000);
  for (int i = 0; i < 10; ++i) {
    call(100, 10);
    EXPECT_NEAR(gap(1000, 300), 300, 1e-3);
  }
}

TEST_F(ProcessorTimeTest, IsNeverNegativeNorMoreThanWallTime) {
  gap(15, 0);  // the thread did not have the processor
  EXPECT_EQ(gap(30, 0), 0);
  call(2, 2);
  EXPECT_NEAR(gap(100, 500), 100, 1e-6);
}

TEST_F(ProcessorTimeTest, CountsFromTheStartOfAnotherThread) {
  TestClocks::processor = 0;
  time.begin_other_thread();
  EXPECT_NEAR(gap(1000, 200), 200, 1e-3);
}

}  // namespace
}  // namespace topomorph::monitoring::recording
