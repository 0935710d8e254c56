// From a present mapping to a new one: the best there is on small problems, bounds on larger ones, all limits kept.
#include "core/mapping/remapping/remap.h"

#include <algorithm>
#include <functional>

#include "core/base/random.h"
#include "core/base/successive.h"
#include "core/evaluation/evaluate.h"
#include "core/model/cartesian_pattern.h"
#include "core/model/tree.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

using testing::random_affinity;

constexpr std::uint64_t kProhibitive = std::uint64_t{1} << 60;

Cost cost_of(const Affinity& affinity, const Topology& topology, const Mapping& mapping) {
  return evaluation::evaluate(affinity, topology, mapping, Sharing::kAnyNumber).hop_bytes;
}

std::uint64_t moved(const Mapping& present, const Mapping& mapping) {
  std::uint64_t count = 0;
  for (std::size_t role = 0; role < present.size(); ++role) count += present[role] != mapping[role] ? 1 : 0;
  return count;
}

Cost total_of(const Affinity& affinity, const Topology& topology, const RemapOptions& options, const Mapping& mapping) {
  Cost cost = cost_of(affinity, topology, mapping);
  for (std::size_t role = 0; role < mapping.size(); ++role) {
    if (options.present[role] == kLostSlot) continue;
    cost += Cost{options.move_volume} * topology.distance(options.present[role], mapping[role]);
  }
  return cost;
}

/// Least total of all mappings of one role on each slot, with at most so many roles moved.
Cost least_total(const Affinity& affinity, const Topology& topology, const RemapOptions& options) {
  const std::uint64_t lost =
      static_cast<std::uint64_t>(std::count(options.present.begin(), options.present.end(), kLostSlot));
  Mapping mapping;
  std::vector<char> used(topology.slots(), 0);
  Cost least = ~Cost{0};
  const std::function<void()> extend = [&] {
    if (mapping.size() == affinity.roles()) {
      if (moved(options.present, mapping) - lost > options.most_moved.value_or(affinity.roles())) return;
      least = std::min(least, total_of(affinity, topology, options, mapping));
      return;
    }
    for (Slot slot = 0; slot < topology.slots(); ++slot) {
      if (used[slot]) continue;
      used[slot] = 1;
      mapping.push_back(slot);
      extend();
      mapping.pop_back();
      used[slot] = 0;
    }
  };
  extend();
  return least;
}

/// A present mapping of one role on each slot; every `losing`-th role has lost its slot.
Mapping random_present(std::uint64_t roles, std::uint64_t slots, std::uint64_t losing, std::uint64_t seed) {
  Mapping present = Random(seed).permutation<Slot>(slots);
  present.resize(roles);
  for (std::size_t role = 0; losing > 0 && role < roles; role += losing) present[role] = kLostSlot;
  return present;
}

void expect_consistent(const Affinity& affinity, const Topology& topology, const RemapOptions& options,
                       const RemapResult& result) {
  for (const Relocated* each : {&result.chosen, &result.replaced, &result.scratch}) {
    check_mapping(each->mapping, affinity.roles(), topology.slots(), options.map.sharing.roles_per_slot);
    EXPECT_EQ(each->cost, cost_of(affinity, topology, each->mapping));
    EXPECT_EQ(each->total(), total_of(affinity, topology, options, each->mapping));
    EXPECT_EQ(each->moved, moved(options.present, each->mapping));
  }
  EXPECT_LE(result.chosen.total(), result.replaced.total());
  if (!options.most_moved) {
    EXPECT_LE(result.chosen.total(), result.scratch.total());
  }
}

TEST(Remap, FindsTheBestOfAllSmallMappings) {
  for (const char* spec : {"tree:2:3", "tree:6", "mesh:3x2", "torus:6"}) {
    const auto topology = topology::parse_topology(spec);
    for (std::uint64_t seed = 1; seed <= testing::instances(6); ++seed) {
      const Affinity affinity = random_affinity(5, 9, seed);
      for (const std::uint64_t volume : {0, 100, 700}) {
        RemapOptions options{{}, random_present(5, topology->slots(), seed % 3, seed), volume, {}};
        options.map.preset = Preset::Fast;
        if (seed % 2 == 0) options.most_moved = seed / 2;
        const RemapResult result = remap(affinity, *topology, options);
        expect_consistent(affinity, *topology, options, result);
        EXPECT_EQ(result.chosen.total(), least_total(affinity, *topology, options))
            << spec << ", seed " << seed << ", volume " << volume;
      }
    }
  }
}

TEST(Remap, MovesOnlyRolesWithoutASlotIfMovesAreProhibitive) {
  for (const char* spec : {"tree:4:4:4", "torus:4x4x4", "dragonfly:5x4x3"}) {
    const auto topology = topology::parse_topology(spec);
    const Affinity affinity = random_affinity(50, 200, 3);
    RemapOptions options{{}, random_present(50, topology->slots(), 7, 5), kProhibitive, {}};
    if (topology->slots() != 64) options.map.preset = Preset::Fast;  // a tenth of the time
    const RemapResult result = remap(affinity, *topology, options);
    expect_consistent(affinity, *topology, options, result);
    EXPECT_EQ(result.lost, 8U);
    EXPECT_EQ(result.chosen.moved, 8U);
    options.move_volume = 0;
    options.most_moved = 0;
    EXPECT_EQ(remap(affinity, *topology, options).chosen.moved, 8U);
  }
}

/// More slots than all of which a role examines.
TEST(Remap, RolesWithoutNeighboursTakeTheFirstFreeSlots) {
  const auto topology = topology::parse_topology("tree:4:100");
  RemapOptions options{{}, Mapping(300, kLostSlot), 0, 0};
  options.present[5] = 250;
  const RemapResult result = remap(Affinity::from_traffic(300, {}), *topology, options);
  EXPECT_EQ(result.chosen.mapping[5], 250U);
  EXPECT_THAT(result.chosen.mapping, ::testing::UnorderedElementsAreArray(successive<Slot>(300)));
}

TEST(Remap, IsNeverDearerThanAutoIfMovesCostNothing) {
  std::uint64_t seed = 0;
  for (const char* spec : {"tree:3:5:5", "torus:4x4x4"}) {
    const auto topology = topology::parse_topology(spec);
    ++seed;
    const Affinity affinity = random_affinity(60, 240, seed);
    const RemapOptions options{{}, random_present(60, topology->slots(), seed * 3, seed), 0, {}};
    const RemapResult result = remap(affinity, *topology, options);
    expect_consistent(affinity, *topology, options, result);
    EXPECT_LE(result.chosen.cost, map(affinity, *topology).cost);
  }
}

TEST(Remap, MovesNobodyFromTheMappingFromScratch) {
  const auto topology = topology::parse_topology("tree:4:4:4");
  const Affinity affinity = parse_cart_affinity("cart:8x8");
  const Mapping present = map(affinity, *topology).mapping;
  const RemapResult result = remap(affinity, *topology, {{}, present, 0, {}});
  EXPECT_EQ(result.chosen.mapping, present);
  EXPECT_EQ(result.scratch.moved, 0U);
  EXPECT_EQ(result.before, result.chosen.cost);
}

TEST(Remap, MovesFewerRolesTheDearerMovesAre) {
  const auto topology = topology::parse_topology("tree:6:4:6");
  const Affinity affinity = parse_cart_affinity("cart:12x12");
  const Mapping present = random_present(144, 144, 0, 2);
  Cost before = 0;
  std::uint64_t least_moved = 145;
  for (const std::uint64_t volume : {0, 1, 2, 4, 100}) {
    const RemapResult result = remap(affinity, *topology, {{}, present, volume, {}});
    EXPECT_GE(result.chosen.cost, before) << volume;
    EXPECT_LE(result.chosen.moved, least_moved) << volume;
    before = result.chosen.cost;
    least_moved = result.chosen.moved;
  }
  EXPECT_EQ(least_moved, 0U);
}

TEST(Remap, KeepsToTheMostThatMayMove) {
  const auto topology = topology::parse_topology("torus:4x4x4");
  const Affinity affinity = parse_cart_affinity("cart:8x8");
  const Mapping present = random_present(64, 64, 0, 4);
  Cost before = ~Cost{0};
  for (const std::uint64_t most : {0, 1, 2, 8, 20, 64}) {
    const RemapResult result = remap(affinity, *topology, {{}, present, 0, most});
    EXPECT_LE(result.chosen.moved, most);
    EXPECT_LE(result.chosen.cost, before);
    before = result.chosen.cost;
  }
}

TEST(Remap, KeepsPinsAndConfinement) {
  const auto topology = topology::parse_topology("tree:4:4:4");
  const Affinity affinity = random_affinity(60, 240, 6);
  RemapOptions options{{}, random_present(60, 64, 5, 6), 50, {}};
  options.map.pinned = {{0, 17}, {1, options.present[1]}};
  options.map.sharing.confined = {{2, 32, 48}, {3, 0, 4}};
  const RemapResult result = remap(affinity, *topology, options);
  expect_consistent(affinity, *topology, options, result);
  for (const Relocated* each : {&result.chosen, &result.replaced}) {
    EXPECT_EQ(each->mapping[0], 17U);
    EXPECT_EQ(each->mapping[1], options.present[1]);
    EXPECT_TRUE(each->mapping[2] >= 32 && each->mapping[2] < 48);
    EXPECT_LT(each->mapping[3], 4U);
  }
}

TEST(Remap, SharesSlotsWhenThereAreTooFewLeft) {
  for (const char* spec : {"tree:4:4:3", "torus:4x4x3"}) {
    const auto topology = topology::parse_topology(spec);  // 48 of 64 slots are left
    const Affinity affinity = parse_cart_affinity("cart:8x8");
    RemapOptions options{{}, random_present(64, 64, 0, 3), 1, {}};
    for (Slot& slot : options.present) slot = slot < 48 ? slot : kLostSlot;
    EXPECT_INPUT_ERROR(remap(affinity, *topology, options), "64 roles for 48 slots");
    options.map.sharing.roles_per_slot = 2;
    options.map.preset = Preset::Fast;
    const RemapResult result = remap(affinity, *topology, options);
    expect_consistent(affinity, *topology, options, result);
    EXPECT_EQ(result.lost, 16U);
    EXPECT_EQ(result.replaced.moved, 16U);
  }
}

TEST(Remap, SpreadsRolesThatSharedSlotsWhenThereIsRoom) {
  const auto topology = topology::parse_topology("tree:4:4");
  const Affinity affinity = parse_cart_affinity("cart:16");
  Mapping present;
  for (Slot role = 0; role < 16; ++role) present.push_back(role / 2);
  const RemapResult result = remap(affinity, *topology, {{}, present, kProhibitive, {}});
  check_mapping(result.chosen.mapping, 16, 16);
  EXPECT_EQ(result.chosen.moved, 8U);
}

TEST(Remap, LeavesRolesTogetherThatMayShareASlot) {
  const Affinity affinity = parse_cart_affinity("cart:8x8");
  Mapping present;
  for (Slot role = 0; role < 64; ++role) present.push_back(role / 2);
  for (const char* spec : {"tree:8:8", "torus:8x8"}) {
    RemapOptions options{{}, present, 0, 0};
    options.map.sharing.roles_per_slot = 2;
    EXPECT_EQ(remap(affinity, *topology::parse_topology(spec), options).chosen.moved, 0U) << spec;
  }
}

TEST(Remap, RefusesTopologiesThatNeedTooMuchMemory) {
  const auto topology = topology::parse_topology("torus:4096x2048");
  EXPECT_INPUT_ERROR(remap(random_affinity(4, 4, 1), *topology, {{}, {0, 1, 2, 3}, 0, {}}), "8388608 slots");
}

std::uint64_t heaviest_slot(const Mapping& mapping, const std::vector<std::uint64_t>& loads, std::uint64_t slots) {
  std::vector<std::uint64_t> sums(slots, 0);
  for (std::size_t role = 0; role < mapping.size(); ++role) sums[mapping[role]] += loads[role];
  return *std::max_element(sums.begin(), sums.end());
}

TEST(Remap, BalancesChangedLoadsWithFewMoves) {
  const auto topology = topology::parse_topology("tree:4:4");
  const Affinity affinity = parse_cart_affinity("cart:16x8");
  RemapOptions options;
  options.map.sharing.roles_per_slot = Sharing::kAnyNumber;
  options.map.sharing.imbalance = 0.1;
  options.map.sharing.loads.assign(128, 100);
  options.present = map(affinity, *topology, options.map).mapping;
  options.move_volume = kProhibitive;
  EXPECT_EQ(remap(affinity, *topology, options).chosen.moved, 0U);
  Random random(1);
  for (std::uint64_t& load : options.map.sharing.loads) load = 50 + random.below(101);
  const auto& loads = options.map.sharing.loads;
  const RemapResult result = remap(affinity, *topology, options);
  expect_consistent(affinity, *topology, options, result);
  std::uint64_t total = 0;
  for (const std::uint64_t load : loads) total += load;
  EXPECT_GT(heaviest_slot(options.present, loads, 16) * 16, total + total / 10);
  EXPECT_LE(heaviest_slot(result.chosen.mapping, loads, 16) * 16, total + total / 10);
  EXPECT_LT(result.chosen.moved, 32U);
  EXPECT_GT(result.chosen.moved, 0U);
}

TEST(Remap, IsTheSameForTheSameSeed) {
  const auto topology = topology::parse_topology("torus:8x8");
  const Affinity affinity = random_affinity(60, 240, 8);
  RemapOptions options{{}, random_present(60, 64, 6, 8), 200, {}};
  const Mapping first = remap(affinity, *topology, options).chosen.mapping;
  options.map.threads = 3;
  EXPECT_EQ(remap(affinity, *topology, options).chosen.mapping, first);
}

TEST(Remap, CountsOnlyTrafficBetweenRolesThatHaveASlot) {
  const auto topology = topology::parse_topology("tree:8");
  const Affinity affinity = Affinity::from_traffic(3, {{0, 1, 5, 1}, {1, 2, 7, 1}});
  const RemapResult result = remap(affinity, *topology, {{}, {3, 4, kLostSlot}, 0, {}});
  EXPECT_EQ(result.before, Cost{10});
  EXPECT_EQ(remap(affinity, *topology, {{}, {kLostSlot, kLostSlot, kLostSlot}, 0, {}}).before, Cost{0});
}

TEST(Remap, RefusesAPresentMappingThatDoesNotFit) {
  const auto topology = topology::parse_topology("tree:8");
  const Affinity affinity = random_affinity(4, 4, 1);
  EXPECT_INPUT_ERROR(remap(affinity, *topology, {{}, {0, 1, 2}, 0, {}}), "present mapping of 3 roles for 4 roles");
  EXPECT_INPUT_ERROR(remap(affinity, *topology, {{}, {0, 1, 2, 8}, 0, {}}), "role 3 on slot 8");
}

}  // namespace
}  // namespace topomorph::mapping
