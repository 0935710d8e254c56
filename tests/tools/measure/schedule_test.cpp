// Who measures with whom: every level once on each host, all hosts with each other, and nobody twice at a time.
#include "tools/measure/schedule.h"

#include <map>
#include <set>

#include <gtest/gtest.h>

namespace topomorph::measure {
namespace {

/// Hosts of 2 packages of 2 processes, dealt out in turns, so that neighbours in rank are on different hosts.
JobTopology job_of(std::size_t hosts) {
  std::vector<ProcessLocation> places;
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t host = 0; host < hosts; ++host) {
      places.push_back(
          {"n" + std::to_string(host), "Package:" + std::to_string(i / 2) + "/Core:" + std::to_string(i % 2)});
    }
  }
  return build_job_topology(places);
}

TEST(Schedule, NoHostIsBusyWithTwoPairs) {
  for (const std::size_t hosts : {2U, 3U, 4U, 7U, 16U}) {
    for (const Round& round : schedule_of(job_of(hosts))) {
      std::map<std::uint64_t, int> pairs_on;
      for (const Pair& pair : round) {
        ++pairs_on[pair.first % hosts];
        if (pair.second % hosts != pair.first % hosts) ++pairs_on[pair.second % hosts];
      }
      for (const auto& [host, pairs] : pairs_on) EXPECT_EQ(pairs, 1) << hosts << " hosts, host " << host;
    }
  }
}

TEST(Schedule, AllHostsMeetOnceInAsFewRoundsAsThereCanBe) {
  for (const std::size_t hosts : {2U, 3U, 4U, 7U, 16U}) {
    const JobTopology job = job_of(hosts);
    std::multiset<std::set<std::uint64_t>> met;
    std::size_t rounds = 0;
    for (const Round& round : schedule_of(job)) {
      if (round.front().level <= job.host_level) continue;
      ++rounds;
      for (const Pair& pair : round) met.insert({pair.first % hosts, pair.second % hosts});
    }
    EXPECT_EQ(met.size(), hosts * (hosts - 1) / 2);
    EXPECT_EQ(std::set(met.begin(), met.end()).size(), met.size()) << "no two meet twice";
    EXPECT_EQ(rounds, hosts - 1 + hosts % 2);
  }
}

TEST(Schedule, EveryLevelInsideTheHostsIsMeasuredOnEachHost) {
  const JobTopology job = job_of(3);
  std::map<std::uint64_t, std::set<std::uint64_t>> hosts_of_level;
  for (const Round& round : schedule_of(job)) {
    for (const Pair& pair : round) {
      EXPECT_EQ(job.tree.lca_level(job.slot_of_process[pair.first], job.slot_of_process[pair.second]), pair.level);
      if (pair.level <= job.host_level) hosts_of_level[pair.level].insert(pair.first % 3);
    }
  }
  EXPECT_EQ(hosts_of_level[1].size(), 3U);
  EXPECT_EQ(hosts_of_level[2].size(), 3U);
}

TEST(Schedule, ManyHostsDoNotAllMeet) {
  const JobTopology job = job_of(200);
  EXPECT_EQ(schedule_of(job, 31).size(), job.host_level + 31);
}

TEST(Schedule, OneHostHasNobodyToMeet) {
  for (const Round& round : schedule_of(job_of(1))) {
    for (const Pair& pair : round) EXPECT_LE(pair.level, 2U);
  }
}

}  // namespace
}  // namespace topomorph::measure
