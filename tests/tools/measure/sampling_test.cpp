// What the tournament of many hosts meets is enough to find their groups.
#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "core/topology/sources/measured/clustering.h"
#include "tools/measure/schedule.h"

namespace topomorph::measure {
namespace {

/// Costs of the pairs that meet, up to a tenth off.
std::vector<topology::MeasuredPair> measured(std::uint64_t hosts, const topology::Partition& inner,
                                             const topology::Partition& outer) {
  std::mt19937_64 random(hosts);
  std::uniform_real_distribution<double> noise(0.9, 1.1);
  std::vector<topology::MeasuredPair> pairs;
  for (const HostRound& round : tournament(hosts, 1)) {
    for (const auto& [a, b] : round)
      pairs.push_back({a, b, noise(random) * (inner[a] == inner[b] ? 1 : outer[a] == outer[b] ? 2 : 5)});
  }
  return pairs;
}

/// Consecutive hosts in groups of that size; the last may be smaller.
topology::Partition groups_of(std::uint64_t hosts, std::uint64_t size) {
  topology::Partition groups;
  for (std::uint64_t host = 0; host < hosts; ++host) groups.push_back(host / size);
  return groups;
}

TEST(Sampling, FindsConsecutiveGroupsOfAnySize) {
  for (const std::uint64_t hosts : {40U, 100U, 1000U}) {
    for (const std::uint64_t size : {5U, 18U, 32U}) {
      const topology::Partition inner = groups_of(hosts, size), outer = groups_of(hosts, 2 * size);
      const std::vector<topology::Partition> found = topology::find_groups(hosts, measured(hosts, inner, outer));
      EXPECT_NE(std::find(found.begin(), found.end(), inner), found.end()) << hosts << " hosts in groups of " << size;
    }
  }
}

TEST(Sampling, FindsLargeGroupsInAnyOrder) {
  topology::Partition halves;
  for (std::uint64_t host = 0; host < 512; ++host) halves.push_back(host * host / 7 % 2);
  EXPECT_EQ(topology::find_groups(512, measured(512, halves, topology::Partition(512, 0))),
            std::vector<topology::Partition>{halves});
}

TEST(Sampling, FindsNoneWhereThereAreNone) {
  EXPECT_TRUE(
      topology::find_groups(300, measured(300, topology::Partition(300, 0), topology::Partition(300, 0))).empty());
}

}  // namespace
}  // namespace topomorph::measure
