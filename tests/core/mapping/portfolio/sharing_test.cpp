// More roles than slots, loads, speeds and roles bound to parts of the machine: the best there is, and what is refused.
#include <algorithm>
#include <functional>
#include <numeric>

#include "core/base/random.h"
#include "core/evaluation/evaluate.h"
#include "core/mapping/portfolio/map.h"
#include "core/model/cartesian_pattern.h"
#include "core/model/tree.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

using testing::random_affinity;

/// Unequal hosts, on unequal switches.
TreeTopology small_tree() {
  return TreeTopology({{"host", 1, {0, 2, 3, 5}}, {"rack", 7, {0, 3, 5}}, {"all", 30, {0, 5}}});
}

Cost counted_cost(const Affinity& affinity, const Topology& topology, const Mapping& mapping) {
  Cost cost = 0;
  for (const Traffic& traffic : testing::traffic_of(affinity)) {
    cost += Cost{traffic.bytes} * topology.distance(mapping[traffic.source], mapping[traffic.destination]);
  }
  return cost;
}

std::vector<std::uint64_t> loads_on(const Mapping& mapping, std::uint64_t slots,
                                    const std::vector<std::uint64_t>& loads) {
  std::vector<std::uint64_t> sums(slots, 0);
  for (Role role = 0; role < mapping.size(); ++role) sums[mapping[role]] += loads.empty() ? 1 : loads[role];
  return sums;
}

/// Calls `visit` with every mapping that puts at most `places` roles on a slot.
void for_each_mapping(std::uint64_t roles, std::uint64_t slots, std::uint64_t places,
                      const std::function<void(const Mapping&)>& visit) {
  Mapping mapping;
  std::vector<std::uint64_t> used(slots, 0);
  const std::function<void()> extend = [&] {
    if (mapping.size() == roles) return visit(mapping);
    for (Slot slot = 0; slot < slots; ++slot) {
      if (used[slot] == places) continue;
      ++used[slot];
      mapping.push_back(slot);
      extend();
      mapping.pop_back();
      --used[slot];
    }
  };
  extend();
}

/// Least cost of all mappings that `is_allowed`.
Cost least_allowed_cost(const Affinity& affinity, const Topology& topology, std::uint64_t places,
                        const std::function<bool(const Mapping&)>& is_allowed) {
  Cost least = ~Cost{0};
  for_each_mapping(affinity.roles(), topology.slots(), places, [&](const Mapping& mapping) {
    if (is_allowed(mapping)) least = std::min(least, counted_cost(affinity, topology, mapping));
  });
  return least;
}

TEST(Sharing, OversubscribedSlotsTakeTheBestGroups) {
  const TreeTopology tree = small_tree();
  for (std::uint64_t seed = 0; seed < testing::instances(16); ++seed) {
    const Affinity affinity = random_affinity(4 + seed % 4, 14, seed);
    MapOptions options;
    options.sharing.roles_per_slot = 2 + seed % 2;
    const MapResult result = map(affinity, tree, options);
    EXPECT_EQ(evaluation::to_string(result.cost),
              evaluation::to_string(least_allowed_cost(affinity, tree, options.sharing.roles_per_slot,
                                                       [](const Mapping&) { return true; })))
        << seed;
  }
}

TEST(Sharing, ConfinedAndPinnedRolesAreWhereTheyMustBe) {
  const TreeTopology tree = small_tree();
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Affinity affinity = random_affinity(5, 12, seed);
    MapOptions options;
    options.pinned = {{0, seed % 3}};
    options.sharing.confined = {{1, 3, 5}, {2, 0, 3}, {4, 0, 3}};
    options.sharing.confined.resize(1 + seed % 2);
    const auto is_allowed = [&](const Mapping& mapping) {
      return mapping[0] == seed % 3 &&
             std::all_of(options.sharing.confined.begin(), options.sharing.confined.end(), [&](const auto& confined) {
               return confined.begin <= mapping[confined.role] && mapping[confined.role] < confined.end;
             });
    };
    const MapResult result = map(affinity, tree, options);
    EXPECT_TRUE(is_allowed(result.mapping)) << seed;
    EXPECT_EQ(evaluation::to_string(result.cost),
              evaluation::to_string(least_allowed_cost(affinity, tree, 1, is_allowed)))
        << seed;
  }
}

TEST(Sharing, HeavyRolesGetFastSlotsBeforeCostCounts) {
  const TreeTopology tree = small_tree();
  const std::vector<std::uint64_t> speeds = {4, 1, 2, 2, 3};
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Affinity affinity = random_affinity(5, 12, seed);
    MapOptions options;
    options.sharing.speeds = speeds;
    options.sharing.loads = {9, 5, 3, 6, 1 + seed % 3};
    const auto time = [&](const Mapping& mapping) {
      double slowest = 0;
      for (Role role = 0; role < 5; ++role) {
        slowest = std::max(
            slowest, static_cast<double>(options.sharing.loads[role]) / static_cast<double>(speeds[mapping[role]]));
      }
      return slowest;
    };
    double least_time = 1e9;
    for_each_mapping(5, 5, 1, [&](const Mapping& mapping) { least_time = std::min(least_time, time(mapping)); });
    const MapResult result = map(affinity, tree, options);
    EXPECT_DOUBLE_EQ(time(result.mapping), least_time) << seed;
    EXPECT_EQ(evaluation::to_string(result.cost),
              evaluation::to_string(least_allowed_cost(
                  affinity, tree, 1, [&](const Mapping& mapping) { return time(mapping) <= least_time * (1 + 1e-9); })))
        << seed;
  }
}

TEST(Sharing, LoadsAreBalancedOverSharedSlots) {
  const TreeTopology tree = small_tree();
  for (std::uint64_t seed = 0; seed < 15; ++seed) {
    Random random(seed);
    const Affinity affinity = random_affinity(7, 16, seed);
    MapOptions options;
    options.sharing.roles_per_slot = Sharing::kAnyNumber;
    options.sharing.imbalance = 0.1;
    for (int i = 0; i < 7; ++i) options.sharing.loads.push_back(1 + random.below(9));
    const MapResult result = map(affinity, tree, options);
    const auto loads = loads_on(result.mapping, 5, options.sharing.loads);
    const std::uint64_t largest = *std::max_element(loads.begin(), loads.end());
    EXPECT_EQ(
        evaluation::to_string(result.cost),
        evaluation::to_string(least_allowed_cost(affinity, tree, 7,
                                                 [&](const Mapping& mapping) {
                                                   const auto others = loads_on(mapping, 5, options.sharing.loads);
                                                   return *std::max_element(others.begin(), others.end()) <= largest;
                                                 })))
        << seed;
    std::uint64_t least = ~std::uint64_t{0};  // of the most loaded slot
    for_each_mapping(7, 5, 7, [&](const Mapping& mapping) {
      const auto others = loads_on(mapping, 5, options.sharing.loads);
      least = std::min(least, *std::max_element(others.begin(), others.end()));
    });
    EXPECT_LE(static_cast<double>(largest), 4.0 / 3 * static_cast<double>(least))
        << "longest first is no worse than that";
  }
}

TEST(Sharing, ManyRolesKeepTheImbalanceAndStayTogether) {
  const auto tree = topology::parse_topology("tree:4:4:4@1:10:100");
  // a ring of 64 clusters of 50: each cluster fits a slot of 51 at most
  std::vector<Traffic> traffic;
  for (Role cluster = 0; cluster < 64; ++cluster) {
    for (Role i = 0; i < 50; ++i) {
      for (Role j = 1; j < 4; ++j) traffic.push_back({cluster * 50 + i, cluster * 50 + (i + j * j) % 50, 10, 1});
    }
    traffic.push_back({cluster * 50, (cluster + 1) % 64 * 50, 1, 1});
  }
  const Affinity affinity = Affinity::from_traffic(3200, std::move(traffic));
  MapOptions options;
  options.sharing.roles_per_slot = Sharing::kAnyNumber;
  options.sharing.imbalance = 0.03;
  for (const Preset preset : {Preset::Fast, Preset::Default}) {
    options.preset = preset;
    const MapResult result = map(affinity, *tree, options);
    const auto loads = loads_on(result.mapping, 64, {});
    EXPECT_LE(*std::max_element(loads.begin(), loads.end()), 51U);
    EXPECT_LT(result.cost, Cost{4000}) << "the ring alone costs 568 when cut best";
    EXPECT_EQ(map(affinity, *tree, options).mapping, result.mapping);
  }
}

TEST(Sharing, RolesWithoutWorkGoWhereTheyCostLeast) {
  const auto tree = topology::parse_topology("tree:4:4@1:10");
  const Affinity affinity = random_affinity(64, 300, 7);
  for (const std::uint64_t period : {0U, 1U, 2U, 7U}) {  // one role in so many works, 0: none
    MapOptions options;
    options.sharing.roles_per_slot = Sharing::kAnyNumber;
    options.sharing.imbalance = 0.5;
    for (Role role = 0; role < 64; ++role) options.sharing.loads.push_back(period != 0 && role % period == 0 ? 5 : 0);
    const MapResult result = map(affinity, *tree, options);
    const auto loads = loads_on(result.mapping, 16, options.sharing.loads);
    const std::uint64_t total = std::accumulate(loads.begin(), loads.end(), std::uint64_t{0});
    EXPECT_LE(*std::max_element(loads.begin(), loads.end()),
              std::max<std::uint64_t>((total + 79) / 80 * 5, total * 3 / 32))
        << period;
    EXPECT_TRUE(period != 0 || result.cost == 0) << "all on one slot";
  }
}

TEST(Sharing, RolesWithoutWorkStillTakePlaces) {
  const auto tree = topology::parse_topology("tree:2:2:2@1:10:100");
  const Affinity affinity = random_affinity(60, 300, 7);
  MapOptions options;
  options.sharing.roles_per_slot = 8;
  options.sharing.loads.assign(60, 0);
  EXPECT_NO_THROW(check_mapping(map(affinity, *tree, options).mapping, 60, 8, 8));
}

TEST(Sharing, PinsHoldOnLargeInstances) {
  const auto tree = topology::parse_topology("tree:4:4:4@1:10:100");
  const Affinity affinity = random_affinity(60, 300, 5);
  MapOptions options;
  options.pinned = {{0, 17}};
  options.sharing.confined = {{3, 48, 64}, {4, 0, 16}};
  const MapResult result = map(affinity, *tree, options);
  EXPECT_TRUE(evaluation::evaluate(affinity, *tree, result.mapping).valid);
  EXPECT_EQ(result.mapping[0], 17U);
  EXPECT_GE(result.mapping[3], 48U);
  EXPECT_LT(result.mapping[4], 16U);
  options.sharing = {};
  EXPECT_LE(static_cast<double>(map(affinity, *tree, options).cost) * 0.999, static_cast<double>(result.cost));
  EXPECT_LE(static_cast<double>(result.cost), 1.1 * static_cast<double>(map(affinity, *tree, options).cost));
}

TEST(Sharing, FewRolesGetTheBestSlotsOfUnequalHosts) {
  const TreeTopology whole({{"host", 1, {0, 3, 4, 6, 9}}, {"rack", 6, {0, 4, 9}}, {"all", 25, {0, 9}}});
  const std::vector<std::vector<Slot>> with_holes = {
      {0, 1, 2, 3, 4, 5, 6, 7}, {0, 2, 3, 4, 5, 6, 8}, {1, 3, 4, 6, 7, 8}};
  for (const auto& slots : with_holes) {
    const TreeTopology tree = whole.restricted_to(slots);
    for (std::uint64_t seed = 0; seed < testing::instances(15); ++seed) {
      const Affinity affinity = random_affinity(2 + seed % 5, 4 + seed % 7, seed);
      const MapResult result = map(affinity, tree, {});
      EXPECT_EQ(evaluation::to_string(result.cost),
                evaluation::to_string(least_allowed_cost(affinity, tree, 1, [](const Mapping&) { return true; })))
          << slots.size() << " slots, seed " << seed;
    }
  }
}

TEST(Sharing, RefusesWhatCannotBe) {
  const TreeTopology tree = small_tree();
  const Affinity affinity = random_affinity(6, 12, 1);
  MapOptions options;
  EXPECT_INPUT_ERROR(map(affinity, tree, options), "found 6 roles for 5 slots, expected at most one role per slot");
  options.sharing.roles_per_slot = 0;
  EXPECT_INPUT_ERROR(map(affinity, tree, options), "found room for 0 roles");
  options.sharing.roles_per_slot = 2;
  EXPECT_INPUT_ERROR(map(random_affinity(11, 12, 1), tree, options),
                     "found 11 roles for 5 slots, expected at most 2 on each");
  options.sharing.loads = {1, 2};
  EXPECT_INPUT_ERROR(map(affinity, tree, options), "found 2 loads for 6 roles");
  options.sharing.loads.assign(6, ~std::uint64_t{0});
  EXPECT_INPUT_ERROR(map(affinity, tree, options), "loads whose sum is above");
  options.sharing.loads.clear();
  options.sharing.speeds = {1, 1, 0, 1, 1};
  EXPECT_INPUT_ERROR(map(affinity, tree, options), "found a speed of 0");
  options.sharing.speeds.clear();
  options.sharing.confined = {{0, 0, 2}, {1, 0, 2}, {2, 0, 2}, {3, 0, 2}, {4, 0, 2}};
  EXPECT_INPUT_ERROR(map(affinity, tree, options), "found no room for role");
  options.sharing.confined = {{0, 2, 9}};
  EXPECT_INPUT_ERROR(map(affinity, tree, options), "found role 0 confined to slots 2 to 8");
  options.sharing.confined = {{0, 0, 2}, {0, 2, 3}};
  EXPECT_INPUT_ERROR(map(affinity, tree, options), "no slot in common");
}

/// Leaf switches of 5 and 3 hosts under one switch, beside one of 8: pairs of parts may lose all their roles.
TEST(Oversubscribed, PartsThatLoseAllTheirRoles) {
  const TreeTopology tree({{"leaf", 1, {0, 5, 8, 16}}, {"switch", 2, {0, 8, 16}}, {"top", 3, {0, 16}}});
  const Affinity affinity = to_affinity(parse_cart_spec("cart:6x8"));
  for (const std::uint64_t seed : {1, 2, 3}) {
    MapOptions options;
    options.seed = seed;
    options.sharing.roles_per_slot = 4;
    const MapResult result = map(affinity, tree, options);
    const evaluation::Evaluation judged = evaluation::evaluate(affinity, tree, result.mapping, 4);
    EXPECT_TRUE(judged.valid) << judged.problem;
  }
}

}  // namespace
}  // namespace topomorph::mapping
