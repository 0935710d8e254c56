// Roles confined to hosts of topologies that are no trees.
#include <algorithm>

#include "core/evaluation/evaluate.h"
#include "core/mapping/portfolio/map.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

Affinity ring_of(std::uint64_t roles) {
  std::vector<Traffic> edges;
  for (Role role = 0; role < roles; ++role) edges.push_back({role, (role + 1) % roles, 100, 1});
  return Affinity::from_traffic(roles, std::move(edges));
}

bool keeps_confined(const std::vector<ConfinedRole>& confined, const Mapping& mapping) {
  return std::all_of(confined.begin(), confined.end(), [&](const ConfinedRole& role) {
    return role.begin <= mapping[role.role] && mapping[role.role] < role.end;
  });
}

TEST(ConfinedOnNetworks, FreeRolesFollowTheConfinedOne) {
  const auto topology = topology::parse_topology("torus:4x4+tree:2");
  MapOptions options;
  options.sharing.confined = {{0, 10, 12}};
  for (const Preset preset : {Preset::Fast, Preset::Default}) {
    options.preset = preset;
    const MapResult bound = map(ring_of(8), *topology, options);
    EXPECT_TRUE(keeps_confined(options.sharing.confined, bound.mapping));
    EXPECT_TRUE(bound.cost == map(ring_of(8), *topology).cost) << "all hosts of a torus are alike";
  }
}

TEST(ConfinedOnNetworks, EveryRoleMayBeBound) {
  const auto topology = topology::parse_topology("torus:3x3+tree:4");
  const Affinity affinity = testing::random_affinity(36, 200, 3);
  MapOptions options;
  options.preset = Preset::Fast;
  for (Role role = 0; role < 36; ++role) {
    const Slot host = (role * 7 % 9) * 4;
    options.sharing.confined.push_back({role, host, host + 4});
  }
  const Mapping mapping = map(affinity, *topology, options).mapping;
  EXPECT_TRUE(keeps_confined(options.sharing.confined, mapping));
  EXPECT_TRUE(evaluation::evaluate(affinity, *topology, mapping).valid);
}

TEST(ConfinedOnNetworks, OverlappingPartsFindRoomWhereThereIsAny) {
  const auto topology = topology::parse_topology("mesh:10");
  const Affinity affinity = testing::random_affinity(10, 40, 5);
  MapOptions options;
  for (Role role = 0; role < 10; ++role) options.sharing.confined.push_back({role, 0, 10 - role});  // one solution only
  options.sharing.confined[0].begin = 5;
  const Mapping mapping = map(affinity, *topology, options).mapping;
  for (Role role = 0; role < 10; ++role) EXPECT_EQ(mapping[role], 9 - role);
}

TEST(ConfinedOnNetworks, IsNeverWorseThanAValidOrderAndTheSameForAnyThreads) {
  const auto topology = topology::parse_topology("torus:5x6+tree:4");
  const Affinity affinity = testing::random_affinity(100, 600, 7);
  MapOptions options;
  options.preset = Preset::Fast;
  options.sharing.confined = {{3, 0, 4}, {50, 48, 56}, {51, 48, 56}, {99, 96, 100}};
  options.pinned = {{7, 7}};
  options.launcher_order.emplace();
  for (Slot slot = 0; slot < 100; ++slot) options.launcher_order->push_back(slot);
  const MapResult one = map(affinity, *topology, options);
  options.threads = 3;
  const MapResult three = map(affinity, *topology, options);
  EXPECT_EQ(one.mapping, three.mapping);
  EXPECT_TRUE(keeps_confined(options.sharing.confined, one.mapping));
  EXPECT_EQ(one.mapping[7], 7U);
  const auto launched = evaluation::evaluate(affinity, *topology, *options.launcher_order);
  EXPECT_TRUE(one.cost < launched.hop_bytes);
}

TEST(ConfinedOnNetworks, PartsOfALargeNetworkAreLookedAt) {
  const auto topology = topology::parse_topology("torus:100x100x100");  // more slots than are looked at
  MapOptions options;
  options.preset = Preset::Fast;
  options.sharing.confined = {{0, 999'000, 999'100}};
  const Mapping mapping = map(ring_of(4), *topology, options).mapping;
  EXPECT_TRUE(keeps_confined(options.sharing.confined, mapping));
}

TEST(ConfinedOnNetworks, GoesWithSeveralRolesOnASlot) {
  const auto topology = topology::parse_topology("torus:4x4+tree:2");
  MapOptions options;
  options.sharing.roles_per_slot = 2;
  options.sharing.confined = {{0, 4, 6}, {63, 30, 32}};
  const Mapping mapping = map(ring_of(64), *topology, options).mapping;
  EXPECT_TRUE(keeps_confined(options.sharing.confined, mapping));
  check_mapping(mapping, 64, 32, 2);
}

TEST(ConfinedOnNetworks, SlotsTakeMoreRolesOnlyWhereThePartsNeedIt) {
  const auto topology = topology::parse_topology("torus:4x4+tree:2");
  MapOptions options;
  options.sharing.roles_per_slot = 2;
  options.sharing.confined = {{0, 4, 6}, {1, 4, 6}, {2, 4, 6}};
  options.pinned = {{3, 5}};
  const Mapping mapping = map(ring_of(8), *topology, options).mapping;
  EXPECT_TRUE(keeps_confined(options.sharing.confined, mapping));
  EXPECT_EQ(mapping[3], 5U);
  check_mapping(mapping, 8, 32, 2);
  options.sharing.confined.push_back({4, 4, 6});
  EXPECT_INPUT_ERROR(map(ring_of(8), *topology, options), "too many roles are confined to slots 4 to 5");
}

TEST(ConfinedOnNetworks, LimitsThatCannotBeMetAreRefused) {
  const auto topology = topology::parse_topology("torus:4x4+tree:2");
  MapOptions options;
  options.sharing.confined = {{0, 2, 4}, {1, 2, 4}, {2, 2, 4}};
  EXPECT_INPUT_ERROR(map(ring_of(8), *topology, options), "too many roles are confined to slots 2 to 3");
  options.sharing.confined = {{0, 2, 4}, {0, 4, 6}};
  EXPECT_INPUT_ERROR(map(ring_of(8), *topology, options), "no slot in common");
  options.sharing.confined = {{0, 30, 34}};
  EXPECT_INPUT_ERROR(map(ring_of(8), *topology, options), "found role 0 confined to slots 30 to 33");
  options.sharing.confined = {{0, 2, 4}};
  options.sharing.speeds.assign(32, 1);
  EXPECT_INPUT_ERROR(map(ring_of(8), *topology, options), "speeds need a tree topology");
}

}  // namespace
}  // namespace topomorph::mapping
