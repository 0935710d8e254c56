// Workers do every piece once, and no two concurrent pieces have the same worker number.
#include "core/base/workers.h"

#include <chrono>
#include <thread>

#include <gtest/gtest.h>

namespace topomorph {
namespace {

class WorkersOf : public ::testing::TestWithParam<unsigned> {};

TEST_P(WorkersOf, DoEveryPieceOnce) {
  Workers workers(GetParam());
  ASSERT_EQ(workers.count(), std::max(GetParam(), 1U));
  for (std::size_t count : {0U, 1U, 2U, 7U, 1000U}) {
    std::vector<int> done(count, 0);
    workers.for_each(count, [&](std::size_t i, std::size_t) { ++done[i]; });
    EXPECT_EQ(done, std::vector<int>(count, 1));
  }
}

TEST_P(WorkersOf, AreNeverTwoAtTheSameThings) {
  Workers workers(GetParam());
  std::vector<std::size_t> pieces(workers.count(), 0);  // no lock: each worker has its own element
  for (int call = 0; call < 200; ++call) {
    workers.for_each(17, [&](std::size_t, std::size_t worker) { ++pieces.at(worker); });
  }
  std::size_t sum = 0;
  for (const std::size_t some : pieces) sum += some;
  EXPECT_EQ(sum, 200U * 17U);
}

/// Calls for_each both before the threads sleep and after.
TEST_P(WorkersOf, FinishEachCallBeforeTheNext) {
  Workers workers(GetParam());
  std::vector<std::size_t> done(7);
  for (std::size_t call = 0; call < 2000; ++call) {
    workers.for_each(done.size(), [&](std::size_t i, std::size_t) { ++done[i]; });
    for (const std::size_t times : done) ASSERT_EQ(times, call + 1);
    if (call % 400 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

TEST_P(WorkersOf, AddInTheSameOrder) {
  const auto tenth = [](double& sum, std::size_t i) { sum += 0.1 * static_cast<double>(i % 7); };  // is rounded
  Workers workers(GetParam()), alone(1);
  for (const std::size_t count : {0U, 1U, 70'000U, 300'001U}) {
    EXPECT_EQ(workers.sum(count, 0.0, tenth), alone.sum(count, 0.0, tenth)) << count;
  }
  EXPECT_EQ(workers.sum(200'001, std::size_t{0}, [](std::size_t& sum, std::size_t i) { sum += i; }),
            std::size_t{200'000} * 200'001 / 2);
}

INSTANTIATE_TEST_SUITE_P(Threads, WorkersOf, ::testing::Values(0U, 1U, 2U, 5U));

}  // namespace
}  // namespace topomorph
