// Tests what the engine allows itself; tests/endtoend/engine_limits_test.py reads what the kernel has been told.
#include "tools/engine/own_limits.h"

#include <gtest/gtest.h>

namespace topomorph::engine {
namespace {

constexpr std::uint64_t kGibibyte = std::uint64_t{1} << 30, kThread = std::uint64_t{72} << 20;

TEST(OwnLimits, MemoryIsHalfOfTheMachinesWithinBounds) {
  EXPECT_EQ(most_address_space(24 * kGibibyte, 0), 12 * kGibibyte);
  EXPECT_EQ(most_address_space(1 * kGibibyte, 0), 2 * kGibibyte);
  EXPECT_EQ(most_address_space(4096 * kGibibyte, 0), 16 * kGibibyte);
  EXPECT_EQ(most_address_space(UINT64_MAX, 0), 16 * kGibibyte) << "a machine that does not tell";
}

TEST(OwnLimits, ThreadsGetTheirStacksAndArenasBeside) {
  EXPECT_EQ(most_address_space(24 * kGibibyte, 8), 12 * kGibibyte + 8 * kThread);
}

TEST(OwnLimits, ProcessorTimeIsForAllThreadsBeyondTheTimeForAnAnswer) {
  EXPECT_EQ(most_processor_seconds(30, 1), 180U);
  EXPECT_EQ(most_processor_seconds(30, 8), 1020U);
  EXPECT_EQ(most_processor_seconds(0.1, 1), 61U);
  EXPECT_EQ(most_processor_seconds(1e6, 8), 32'000'060U);
}

}  // namespace
}  // namespace topomorph::engine
