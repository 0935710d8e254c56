// Tests of summaries: the heaviest pairs stay, the others become one sum, and nothing is lost.
#include <gtest/gtest.h>

#include "monitoring/counting/name_lists.h"
#include "monitoring/counting/thread_counters.h"
#include "monitoring/record.h"

namespace topomorph::monitoring {
namespace {

constexpr auto kP2p = wire::Layer::PointToPoint;

std::uint64_t key(std::uint32_t peer, std::uint32_t phase = 0) {
  return TrafficKey{phase, kP2p, false, false, peer}.packed();
}
std::uint64_t everybody(std::uint32_t phase = 0) {
  return TrafficKey{phase, kP2p, false, false, groups::kWorld, true}.packed();
}

class KeptPairs : public testing::Test {
 protected:
  KeptPairs() { groups::number_of("0-99"); }
};

TEST_F(KeptPairs, AllStayWhereTheyAreFew) {
  Volumes volumes = {{key(1), {10, 1}}, {key(2), {20, 1}}, {everybody(), {5, 5}}};
  EXPECT_FALSE(kept_pairs(volumes, 2));
  EXPECT_EQ(volumes.size(), 3U);
}

TEST_F(KeptPairs, TheHeaviestStayAndTheOthersAreOne) {
  Volumes volumes = {{key(1), {10, 1}}, {key(2), {20, 1}},     {key(3), {10, 2}},
                     {key(4), {1, 9}},  {key(5, 7), {30, 30}}, {everybody(), {5, 5}}};
  EXPECT_TRUE(kept_pairs(volumes, 3));
  ASSERT_EQ(volumes.size(), 4U);
  EXPECT_EQ(volumes[key(2)].bytes, 20U);
  EXPECT_EQ(volumes[key(3)].messages, 2U);
  EXPECT_EQ(volumes[key(5, 7)].bytes, 30U);
  EXPECT_EQ(volumes[everybody()].bytes, 16U);
  EXPECT_EQ(volumes[everybody()].messages, 15U);
}

TEST_F(KeptPairs, EqualOnesGoTogetherAndPhasesApart) {
  Volumes volumes;
  for (std::uint32_t peer = 0; peer < 8; ++peer) volumes[key(peer, peer % 2)] = {4, 1};
  EXPECT_TRUE(kept_pairs(volumes, 7));
  ASSERT_EQ(volumes.size(), 2U);
  EXPECT_EQ(volumes[everybody(0)].bytes, 16U);
  EXPECT_EQ(volumes[everybody(1)].messages, 4U);
}

}  // namespace
}  // namespace topomorph::monitoring
