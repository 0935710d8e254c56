// Several measurements of a network become one: medians, without those that are far from the others.
#include "core/evaluation/joined_networks.h"

#include <gtest/gtest.h>

namespace topomorph::evaluation {
namespace {

using formats::ProfiledPair;
using wire::Reach;
using PairsOfJob = std::vector<ProfiledPair>;

ProfiledPair pair_of_job(Reach reach, double microseconds, double megabytes, double work = 7) {
  return {reach, 3, 4, microseconds * 1e-6, megabytes * 1e6, 0, 0, work * 1e-6, work * 1e-6, 0.1};
}

TEST(JoinedNetworks, AreMediansOfEachValue) {
  const std::vector<PairsOfJob> measurements = {{pair_of_job(Reach::Network, 100, 11, 9)},
                                                {pair_of_job(Reach::Network, 140, 12, 7)},
                                                {pair_of_job(Reach::Network, 120, 13, 8)}};
  const PairsOfJob pairs = joined(measurements);
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_EQ(pairs[0].reach, Reach::Network);
  EXPECT_DOUBLE_EQ(pairs[0].latency, 120e-6);
  EXPECT_DOUBLE_EQ(pairs[0].bandwidth, 12e6);
  EXPECT_DOUBLE_EQ(pairs[0].send, 8e-6);
  EXPECT_DOUBLE_EQ(pairs[0].waiting, 0.1);
}

TEST(JoinedNetworks, OneThatIsFarFromTheOthersIsLeftOut) {
  const std::vector<PairsOfJob> measurements = {{pair_of_job(Reach::Host, 50, 2000, 1)},
                                                {pair_of_job(Reach::Host, 60, 2200, 2)},
                                                {pair_of_job(Reach::Host, 684, 2100, 50)}};
  const PairsOfJob pairs = joined(measurements);
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_DOUBLE_EQ(pairs[0].latency, 55e-6);
  EXPECT_DOUBLE_EQ(pairs[0].bandwidth, 2100e6);
  EXPECT_DOUBLE_EQ(pairs[0].send, 1.5e-6);
  const std::vector<PairsOfJob> slow = {{pair_of_job(Reach::Network, 100, 12)},
                                        {pair_of_job(Reach::Network, 102, 12)},
                                        {pair_of_job(Reach::Network, 110, 2)}};
  EXPECT_DOUBLE_EQ(joined(slow).at(0).latency, 101e-6) << "by the rate, too";
}

TEST(JoinedNetworks, OfTwoNoneIsLeftOut) {
  const std::vector<PairsOfJob> measurements = {{pair_of_job(Reach::Host, 50, 2000)},
                                                {pair_of_job(Reach::Host, 650, 2000)}};
  EXPECT_DOUBLE_EQ(joined(measurements).at(0).latency, 350e-6);
}

TEST(JoinedNetworks, InsideHostsTheRateIsAMedianOfTheGreatest) {
  const std::vector<PairsOfJob> measurements = {{pair_of_job(Reach::Host, 50, 900), pair_of_job(Reach::Host, 50, 2000)},
                                                {pair_of_job(Reach::Host, 50, 2500)},
                                                {pair_of_job(Reach::Host, 50, 3000)}};
  EXPECT_DOUBLE_EQ(joined(measurements).at(0).bandwidth, 2500e6);
}

TEST(JoinedNetworks, EachReachIsJoinedOfThoseThatHaveIt) {
  const std::vector<PairsOfJob> measurements = {
      {pair_of_job(Reach::Host, 50, 2000), pair_of_job(Reach::Network, 100, 12)},
      {pair_of_job(Reach::Network, 110, 12)}};
  const PairsOfJob pairs = joined(measurements);
  ASSERT_EQ(pairs.size(), 2U);
  EXPECT_DOUBLE_EQ(pairs[0].latency, 50e-6);
  EXPECT_DOUBLE_EQ(pairs[1].latency, 105e-6);
}

TEST(JoinedNetworks, OneIsAsItIs) {
  const std::vector<PairsOfJob> one = {{pair_of_job(Reach::Network, 100, 12), pair_of_job(Reach::Network, 110, 13)}};
  EXPECT_EQ(joined(one).size(), 2U);
  EXPECT_TRUE(joined(std::vector<PairsOfJob>()).empty());
}

}  // namespace
}  // namespace topomorph::evaluation
