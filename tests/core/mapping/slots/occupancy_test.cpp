// Tests of assignments within limits: no change exceeds the capacity of a slot.
#include "core/mapping/slots/occupancy.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "core/base/random.h"
#include "core/mapping/portfolio/map.h"
#include "core/mapping/slots/limits.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

/// Returns limits of roles that may be anywhere.
Limits limits_with(std::vector<std::int64_t> load, std::vector<std::int64_t> capacity) {
  return {std::vector<Interval>(load.size(), {0, capacity.size()}), load, capacity, Sharing::kAnyNumber};
}

TEST(Occupancy, AChainThatComesByASlotTwiceKeepsItsCapacity) {
  const Limits limits = limits_with({3, 6, 1, 7, 4}, {10, 10});
  Occupancy occupancy(limits, 2);
  occupancy.put(0, 0);
  occupancy.put(1, 0);
  occupancy.put(2, 1);
  occupancy.put(3, 1);
  // Role 4 fits in place of role 0, this one in place of role 2, and role 2 on slot 0 as it is; but not roles 4 and 2
  // together. All loads are 21, more than both slots take.
  EXPECT_FALSE(occupancy.push_in(4));
  EXPECT_EQ(occupancy.load(0), 9);
  EXPECT_EQ(occupancy.load(1), 8);
  EXPECT_EQ(occupancy.slot_of(4), kNoVertex);
}

TEST(Occupancy, AChainMakesRoomWhereThereIsSome) {
  const Limits limits = limits_with({3, 6, 1, 7, 3}, {10, 10});
  Occupancy occupancy(limits, 2);
  occupancy.put(0, 0);
  occupancy.put(1, 0);
  occupancy.put(2, 1);
  occupancy.put(3, 1);
  EXPECT_TRUE(occupancy.push_in(4));  // in place of role 0, this one in place of role 2, role 2 on slot 0: 10 and 10
  EXPECT_EQ(occupancy.load(0), 10);
  EXPECT_EQ(occupancy.load(1), 10);
}

/// Returns the fullest slot when the longest roles come first, each to the emptiest slot.
std::uint64_t longest_first(std::vector<std::uint64_t> loads, std::uint64_t slots) {
  std::sort(loads.rbegin(), loads.rend());
  std::vector<std::uint64_t> sums(slots);
  for (const std::uint64_t load : loads) *std::min_element(sums.begin(), sums.end()) += load;
  return *std::max_element(sums.begin(), sums.end());
}

/// Maps 64 roles to 16 slots and checks the fullest one.
void expect_balance(const Affinity& affinity, const std::vector<std::uint64_t>& loads, const char* tree) {
  MapOptions options;
  options.preset = Preset::Fast;
  options.sharing.roles_per_slot = Sharing::kAnyNumber;
  options.sharing.loads = loads;
  const double mean = static_cast<double>(std::accumulate(loads.begin(), loads.end(), std::uint64_t{0})) / 16;
  const double most = std::max(1.03 * mean, static_cast<double>(longest_first(loads, 16)));
  const Mapping mapping = map(affinity, *topology::parse_topology(tree), options).mapping;
  std::vector<std::uint64_t> sums(16);
  for (Role role = 0; role < loads.size(); ++role) sums[mapping[role]] += loads[role];
  EXPECT_LE(static_cast<double>(*std::max_element(sums.begin(), sums.end())), most) << tree;
}

TEST(MapWithLoads, NoSlotTakesLongerThanTheImbalanceAllows) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    std::vector<std::uint64_t> loads(64);
    for (std::uint64_t& load : loads) load = 1 + random.below(seed % 2 == 0 ? 100 : 10);
    expect_balance(testing::random_affinity(64, 256, seed), loads, "tree:8:2");
  }
}

/// Zones of a periodic grid of 8 x 8, whose widths and heights grow to 4.5 times the first one.
TEST(MapWithLoads, ZonesOfUnlikeSizesAreBalanced) {
  std::vector<Traffic> traffic;
  std::vector<std::uint64_t> loads;
  for (Role zone = 0; zone < 64; ++zone) {
    const Role x = zone % 8, y = zone / 8;
    traffic.push_back({zone, y * 8 + (x + 1) % 8, 1, 1});
    traffic.push_back({zone, (y + 1) % 8 * 8 + x, 1, 1});
    loads.push_back(static_cast<std::uint64_t>(std::lround(100 * std::pow(4.5, static_cast<double>(x + y) / 7))));
  }
  for (const char* tree : {"tree:8:2", "tree:4:4", "tree:16"}) {
    expect_balance(Affinity::from_traffic(64, traffic), loads, tree);
  }
}

}  // namespace
}  // namespace topomorph::mapping
