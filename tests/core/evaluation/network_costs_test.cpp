// Measured pairs become the costs of the levels of trees.
#include "core/evaluation/network_costs.h"

#include <gtest/gtest.h>

#include "core/formats/profile/writer.h"
#include "core/wire/frame_io.h"
#include "tests/core/testing.h"

namespace topomorph::evaluation {

namespace {

using formats::ProfiledPair;
using wire::Reach;

ProfiledPair pair(Reach reach, double microseconds, double megabytes, double burst = 0) {
  return {reach, 0, 1, microseconds * 1e-6, megabytes * 1e6, burst, burst > 0 ? 1e9 : 0, 7e-6, 13e-6};
}

const TreeTopology& machine() {  // two switches of two hosts of two packages of two cores
  static const TreeTopology tree({{"Package", 1, {0, 2, 4, 6, 8, 10, 12, 14, 16}},
                                  {"host", 2, {0, 4, 8, 12, 16}},
                                  {"", 16, {0, 8, 16}},
                                  {"", 32, {0, 16}}});
  return tree;
}

std::vector<double> latencies_of(const std::vector<ProfiledPair>& pairs) {
  std::vector<double> microseconds;
  const auto costs = costs_of(machine(), 2, NetworkCosts(pairs));
  if (!costs) return microseconds;
  for (const LinkCost& level : costs->levels) microseconds.push_back(std::round(level.latency * 1e6));
  return microseconds;
}

TEST(NetworkCosts, EachLevelHasTheCostsOfItsReach) {
  const std::vector<ProfiledPair> all = {pair(Reach::Package, 1, 9000), pair(Reach::Host, 2, 6000),
                                         pair(Reach::Switch, 20, 1000), pair(Reach::Network, 50, 100)};
  EXPECT_EQ(latencies_of(all), (std::vector<double>{1, 2, 20, 50}));
  const auto costs = costs_of(machine(), 2, NetworkCosts(all));
  EXPECT_FALSE(costs->assumed);
  EXPECT_DOUBLE_EQ(costs->levels[3].bandwidth, 1e8);
}

TEST(NetworkCosts, WhatWasNotMeasuredCostsAsItsNeighbour) {
  EXPECT_EQ(latencies_of({pair(Reach::Host, 2, 6000), pair(Reach::Network, 50, 100)}),
            (std::vector<double>{2, 2, 50, 50}));
  EXPECT_EQ(latencies_of({pair(Reach::Package, 1, 6000), pair(Reach::Switch, 20, 100)}),
            (std::vector<double>{1, 1, 20, 20}));
  EXPECT_EQ(latencies_of({pair(Reach::Network, 50, 100)}), (std::vector<double>{50, 50, 50, 50}));
}

TEST(NetworkCosts, TheInsideOfAHostSaysNothingOfTheNetwork) {
  EXPECT_EQ(latencies_of({pair(Reach::Package, 1, 9000), pair(Reach::Host, 2, 6000)}), std::vector<double>());
  EXPECT_EQ(latencies_of({}), std::vector<double>());
  const std::vector<ProfiledPair> inside = {pair(Reach::Host, 2, 6000)};
  EXPECT_TRUE(costs_of(machine(), 4, NetworkCosts(inside))) << "all on one host";
}

TEST(NetworkCosts, OuterLevelsAreNeverBetter) {
  EXPECT_EQ(latencies_of({pair(Reach::Package, 4, 9000), pair(Reach::Host, 2, 6000), pair(Reach::Network, 3, 9999)}),
            (std::vector<double>{4, 4, 4, 4}));
}

TEST(NetworkCosts, AreMediansAndBurstsOfPairsThatSawThem) {
  const std::vector<ProfiledPair> pairs = {pair(Reach::Network, 50, 100, 65536), pair(Reach::Network, 70, 110),
                                           pair(Reach::Network, 90, 300)};
  const NetworkCosts costs(pairs);
  const ReachCosts* network = costs.at(Reach::Network);
  ASSERT_NE(network, nullptr);
  EXPECT_EQ(network->pairs, 3U);
  EXPECT_DOUBLE_EQ(network->cost.latency, 70e-6);
  EXPECT_DOUBLE_EQ(network->cost.bandwidth, 110e6);
  EXPECT_EQ(network->burst_bytes, 65536);
  EXPECT_EQ(network->burst_bandwidth, 1e9);
  EXPECT_EQ(network->receive, 13e-6);
  EXPECT_EQ(costs.at(Reach::Host), nullptr);
  EXPECT_EQ(costs.between_hosts(), network);
  EXPECT_EQ(costs.inside_host(), nullptr);
  EXPECT_TRUE(NetworkCosts().empty());
}

TEST(NetworkCosts, TheFastestCopyInsideHostsCounts) {
  const std::vector<ProfiledPair> pairs = {pair(Reach::Host, 2, 200), pair(Reach::Host, 4, 3000),
                                           pair(Reach::Host, 3, 500)};
  const NetworkCosts costs(pairs);
  EXPECT_DOUBLE_EQ(costs.at(Reach::Host)->cost.bandwidth, 3e9);
  EXPECT_DOUBLE_EQ(costs.at(Reach::Host)->cost.latency, 3e-6);
}

TEST(NetworkCosts, OfLinksTheMedianCounts) {
  for (const Reach reach : {Reach::Switch, Reach::Network}) {
    std::vector<ProfiledPair> pairs = {pair(reach, 2, 200, 100), pair(reach, 4, 3000, 500), pair(reach, 3, 500, 300)};
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t other = (i + 1) % 3;
      pairs[i].send = 1e-6 * static_cast<double>(1 << 2 * i);        // 1, 4, 16
      pairs[i].receive = 1e-6 * static_cast<double>(2 + 3 * other);  // 5, 8, 2
      pairs[i].waiting = 0.1 * static_cast<double>(3 - i);
      pairs[i].burst_bandwidth = 1e9 * static_cast<double>(7 - i);
    }
    const ReachCosts costs = *NetworkCosts(pairs).at(reach);
    EXPECT_DOUBLE_EQ(costs.cost.bandwidth, 5e8);
    EXPECT_DOUBLE_EQ(costs.cost.latency, 3e-6);
    EXPECT_DOUBLE_EQ(costs.send, 4e-6);
    EXPECT_DOUBLE_EQ(costs.receive, 5e-6);
    EXPECT_DOUBLE_EQ(costs.waiting, 0.2);
    EXPECT_DOUBLE_EQ(costs.burst_bytes, 300);
    EXPECT_DOUBLE_EQ(costs.burst_bandwidth, 6e9);
  }
}

TEST(NetworkCosts, OneSwitchIsTheInnermostOfSeveralLevels) {
  const TreeLevel package{"Package", 1, {0, 2, 4, 6, 8, 10, 12, 14, 16}}, host{"host", 2, {0, 4, 8, 12, 16}},
      leaf{"", 9, {0, 8, 12, 16}}, spine{"", 18, {0, 12, 16}}, cluster{"", 32, {0, 16}};
  const std::vector<ProfiledPair> all = {pair(Reach::Package, 1, 9000), pair(Reach::Host, 2, 6000),
                                         pair(Reach::Switch, 20, 1000), pair(Reach::Network, 50, 100)};
  const auto latencies = [&](const std::vector<TreeLevel>& levels) {
    std::vector<double> found;
    const TreeCosts costs = costs_of(TreeTopology(levels), 2, NetworkCosts(all)).value();
    for (const LinkCost& level : costs.levels) found.push_back(std::round(level.latency * 1e6));
    return found;
  };
  EXPECT_EQ(latencies({package, host, cluster}), (std::vector<double>{1, 2, 50})) << "of one level it is the network";
  EXPECT_EQ(latencies({package, host, leaf, spine, cluster}), (std::vector<double>{1, 2, 20, 50, 50}));
}

TEST(NetworkCosts, OfTwoPairsTheMeanCounts) {
  const std::vector<ProfiledPair> pairs = {pair(Reach::Network, 50, 100), pair(Reach::Network, 70, 120)};
  EXPECT_DOUBLE_EQ(NetworkCosts(pairs).at(Reach::Network)->cost.bandwidth, 110e6);
}

std::string profile_with(const testing::TemporaryFolder& folder, const std::vector<wire::NetworkRecord>& network) {
  const std::string path = folder.file("app.tmprof");
  formats::ProfileWriter writer(path);
  const auto add = [&](wire::FrameType type, const std::string& text) { writer.add({type, text}); };
  add(wire::FrameType::Meta, "ranks=2\n");
  add(wire::FrameType::Process, "rank=0\n");
  wire::Buffer frame;
  wire::append_records<wire::NetworkRecord>(frame, wire::FrameType::Network, network);
  writer.add(*wire::FrameReader(frame).next());
  writer.commit();
  return path;
}

TEST(GivenCosts, MayBeThoseOfAProfile) {
  const testing::TemporaryFolder folder;
  const std::string measured = profile_with(folder, {{Reach::Network, 0, 1, 5e-5, 1e8, 0, 0, 7e-6, 13e-6, 0.1}});
  const GivenCosts costs = given_costs(measured, machine(), 2);
  EXPECT_DOUBLE_EQ(costs.levels.levels[3].latency, 5e-5);
  EXPECT_FALSE(costs.network.empty());
  EXPECT_TRUE(given_costs("1/2:3/1", machine(), 2).network.empty());
}

TEST(GivenCosts, RefuseAProfileThatDoesNotHaveThem) {
  const testing::TemporaryFolder folder;
  EXPECT_INPUT_ERROR(given_costs(profile_with(folder, {}), machine(), 2), "app.tmprof: holds no measured network");
  const std::string inside = profile_with(folder, {{Reach::Host, 0, 1, 5e-5, 1e8, 0, 0, 7e-6, 13e-6, 0.1}});
  EXPECT_INPUT_ERROR(given_costs(inside, machine(), 2), "app.tmprof: holds the costs of messages inside a host alone");
}

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
