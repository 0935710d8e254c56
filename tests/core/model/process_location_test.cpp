// Pools of processors, as the processes of a job tell them.
#include "core/model/process_location.h"

#include "tests/core/testing.h"

namespace topomorph {
namespace {

ProcessLocation at(const std::string& host, const std::string& processors = "") { return {host, "", "", processors}; }

TEST(Processors, OfAHostAreThoseOfItsProcesses) {
  const std::vector<ProcessLocation> bound = {at("a", "0 0 m1"), at("a", "1 0 m1"), at("b", "0-7 0 m2"), at("b")};
  const ProcessorPools pools = pools_of(bound);
  EXPECT_EQ(pools.of_process, (std::vector<std::uint32_t>{0, 0, 1, 1}));
  EXPECT_EQ(pools.processors, (std::vector<double>{2, 8}));
  EXPECT_FALSE(pools.are_short());
}

TEST(Processors, AreSharedByHostsOfOneMachine) {
  const std::vector<ProcessLocation> simulated = {at("a", "0-1 0 m"), at("a"), at("b", "0-1 0 m"), at("b")};
  const ProcessorPools pools = pools_of(simulated);
  EXPECT_EQ(pools.of_process, (std::vector<std::uint32_t>{0, 0, 0, 0}));
  EXPECT_EQ(pools.processors, std::vector<double>{2});
  EXPECT_TRUE(pools.are_short());
}

TEST(Processors, AreLimitedByTheControlGroup) {
  const std::vector<ProcessLocation> limited = {at("a", "0-63 2.5 m/77"), at("a"), at("a")};
  EXPECT_EQ(pools_of(limited).processors, std::vector<double>{2.5});
  EXPECT_TRUE(pools_of(limited).are_short());
  EXPECT_EQ(pools_of({{at("a", "0 8 m/77")}}).processors, std::vector<double>{1}) << "a limit above the CPUs";
}

TEST(Processors, AreUnknownIfNothingSoundIsTold) {
  for (const char* text : {"", "0-3", "0-3 0", "x 0 m", "0-3 -1 m", "0-3 nan m", " 0 m"}) {
    const ProcessorPools pools = pools_of({{at("a", text), at("a"), at("b")}});
    EXPECT_EQ(pools.of_process, (std::vector<std::uint32_t>{0, 0, 1})) << text;
    EXPECT_EQ(pools.processors, (std::vector<double>{0, 0})) << text;
    EXPECT_FALSE(pools.are_short());
  }
}

}  // namespace
}  // namespace topomorph
