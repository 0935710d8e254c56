// Who measures with whom: every level once on each host, all hosts with each other, and nobody twice at a time.
#include "tools/measure/schedule.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/topology/hosts/placement.h"

namespace topomorph::measure {
namespace {

/// Hosts of 2 packages of 2 processes, dealt out in turns, so that neighbours in rank are on different hosts.
topology::JobTopology job_of(std::size_t hosts) {
  std::vector<ProcessLocation> places;
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t host = 0; host < hosts; ++host) {
      places.push_back({fmt::format("n{}", host), fmt::format("Package:{}/Core:{}", i / 2, i % 2)});
    }
  }
  return topology::build_job_topology(places);
}

void expect_disjoint(const HostRound& round, std::uint64_t hosts) {
  std::set<std::uint64_t> busy;
  for (const auto& [a, b] : round) {
    EXPECT_LT(a, b);
    EXPECT_LT(b, hosts);
    EXPECT_TRUE(busy.insert(a).second && busy.insert(b).second) << "host " << a << " or " << b << " is busy with two";
  }
}

TEST(Tournament, AllHostsMeetOnceInAsFewRoundsAsThereCanBe) {
  for (const std::uint64_t hosts : {2U, 3U, 4U, 7U, 16U, 32U}) {
    for (const std::uint64_t seed : {1U, 2U}) {
      std::multiset<HostPair> met;
      const std::vector<HostRound> rounds = tournament(hosts, seed);
      for (const HostRound& round : rounds) {
        expect_disjoint(round, hosts);
        met.insert(round.begin(), round.end());
      }
      EXPECT_EQ(met.size(), hosts * (hosts - 1) / 2);
      EXPECT_EQ(std::set(met.begin(), met.end()).size(), met.size()) << "no two meet twice";
      EXPECT_EQ(rounds.size(), hosts - 1 + hosts % 2);
    }
  }
}

TEST(Tournament, OtherSeedsPutOtherPairsSideBySide) { EXPECT_NE(tournament(6, 1), tournament(6, 2)); }

TEST(Tournament, OfManyHostsASampleMeets) {
  for (const std::uint64_t hosts : {33U, 100U, 1000U}) {
    const std::vector<HostRound> rounds = tournament(hosts, 1);
    const auto logarithm = static_cast<std::size_t>(std::bit_width(hosts - 1));
    EXPECT_LE(rounds.size(), 6 * logarithm);
    std::set<HostPair> met;
    for (const HostRound& round : rounds) {
      expect_disjoint(round, hosts);
      met.insert(round.begin(), round.end());
    }
    EXPECT_LE(met.size(), 3 * hosts * logarithm);
    EXPECT_GE(met.size(), hosts * logarithm);
    for (std::uint64_t host = 0; host + 1 < hosts; ++host) EXPECT_TRUE(met.contains({host, host + 1}));
  }
}

TEST(Tournament, NobodyMeetsAlone) {
  EXPECT_TRUE(tournament(0, 1).empty());
  EXPECT_TRUE(tournament(1, 1).empty());
}

TEST(Across, PairsAreOfOneGroupOutsideAndTwoInside) {
  const std::vector<topology::Partition> inners = {
      {0, 0, 0, 1, 1, 1}, {0, 0, 0, 0, 0, 1}, {0, 1, 2, 3, 4, 5}, {0, 1, 0, 1, 2, 2}};
  for (const topology::Partition& inner : inners) {
    for (const topology::Partition& outer :
         {topology::Partition{0, 0, 0, 0, 0, 0}, topology::Partition{0, 0, 0, 0, 1, 1}}) {
      const HostRound together = all_across(inner, outer);
      expect_disjoint(together, 6);
      HostRound all = together;
      const HostRound alone = samples_across(inner, outer, 3);
      EXPECT_LE(alone.size(), 3U);
      all.insert(all.end(), alone.begin(), alone.end());
      for (const auto& [a, b] : all) {
        EXPECT_NE(inner[a], inner[b]);
        EXPECT_EQ(outer[a], outer[b]);
      }
    }
  }
}

TEST(Across, AllOfTwoGroupsSendAtOnce) {
  EXPECT_EQ(all_across({0, 1, 0, 1, 0, 1}, topology::Partition(6, 0)), (HostRound{{0, 1}, {2, 3}, {4, 5}}));
  EXPECT_EQ(all_across({0, 0, 0, 0, 1, 1}, topology::Partition(6, 0)).size(), 2U) << "the smaller one has two hosts";
  EXPECT_EQ(all_across({0, 0, 1, 1, 2, 2}, topology::Partition(6, 0)).size(), 3U);
  EXPECT_EQ(samples_across({0, 0, 0, 1, 1, 1}, topology::Partition(6, 0), 2).size(), 2U);
}

TEST(Schedule, HostsAreTheirFirstProcesses) {
  const topology::JobTopology job = job_of(3);
  const Round round = between(job, {{0, 2}});
  ASSERT_EQ(round.size(), 1U);
  EXPECT_EQ(round[0].first, 0U);
  EXPECT_EQ(round[0].second, 2U);
  EXPECT_GT(round[0].level, job.host_level);
}

TEST(Schedule, EveryLevelInsideTheHostsIsMeasuredOnEachHost) {
  const topology::JobTopology job = job_of(3);
  std::map<std::uint64_t, std::set<std::uint64_t>> hosts_of_level;
  for (const Round& round : inside_hosts(job)) {
    for (const Pair& pair : round) {
      EXPECT_EQ(job.tree.lca_level(job.slot_of_process[pair.first], job.slot_of_process[pair.second]), pair.level);
      hosts_of_level[pair.level].insert(pair.first % 3);
    }
  }
  EXPECT_EQ(hosts_of_level[1].size(), 3U);
  EXPECT_EQ(hosts_of_level[2].size(), 3U);
}

TEST(Schedule, OneHostHasLevelsInside) {
  const std::vector<Round> rounds = inside_hosts(job_of(1));
  EXPECT_EQ(rounds.size(), 2U);
  for (const Round& round : rounds) EXPECT_EQ(round.size(), 1U);
}

}  // namespace
}  // namespace topomorph::measure
