// Traffic that costs the same in every order is taken out, and the rest decides.
#include "core/mapping/problem/uniform_part.h"

#include "core/evaluation/evaluate.h"
#include "core/mapping/portfolio/map.h"
#include "core/mapping/problem/trial.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

/// An all-to-all of so many bytes, each pair in both directions, and more from 0 to 2.
Affinity all_to_all(Role roles, std::uint64_t bytes, std::vector<Traffic> more = {}) {
  for (Role source = 0; source < roles; ++source) {
    for (Role destination = 0; destination < roles; ++destination) {
      if (source != destination) more.push_back({source, destination, bytes, 1});
    }
  }
  return Affinity::from_traffic(roles, std::move(more));
}

Cost cost_of(const Affinity& affinity, const Topology& topology, const Mapping& mapping) {
  return evaluation::evaluate(affinity, topology, mapping, 1).cost(Weight::Bytes);
}

TEST(UniformPart, WhatIsAboveTheLightestPairStays) {
  const auto rest = without_uniform_part(all_to_all(4, 7, {{2, 0, 5, 3}, {1, 1, 9, 9}}), Weight::Bytes);
  ASSERT_TRUE(rest);
  EXPECT_EQ(rest->roles(), 4U);
  EXPECT_EQ(testing::traffic_of(*rest), (std::vector<Traffic>{{0, 2, 5, 5}}));
  const auto of_messages = without_uniform_part(all_to_all(4, 7, {{2, 0, 5, 3}}), Weight::Messages);
  EXPECT_EQ(testing::traffic_of(of_messages.value()), (std::vector<Traffic>{{0, 2, 3, 3}}));
}

TEST(UniformPart, APairWithoutTrafficLeavesNone) {
  std::vector<Traffic> traffic = testing::traffic_of(all_to_all(5, 7));
  std::erase_if(traffic, [](const Traffic& each) { return each.source + each.destination == 7; });  // 3 and 4
  EXPECT_FALSE(without_uniform_part(Affinity::from_traffic(5, traffic), Weight::Bytes));
  traffic.push_back({3, 4, 0, 2});
  EXPECT_FALSE(without_uniform_part(Affinity::from_traffic(5, traffic), Weight::Bytes));
  EXPECT_TRUE(without_uniform_part(Affinity::from_traffic(5, traffic), Weight::Messages));
  EXPECT_FALSE(without_uniform_part(Affinity::from_traffic(1, {}), Weight::Bytes));
}

TEST(UniformPart, AnAllToAllOnAFullNetworkKeepsTheLaunchersOrder) {
  const auto torus = topology::parse_topology("torus:8x8x8");
  MapOptions options;
  Trial trial;
  options.trial = &trial;
  options.launcher_order = Mapping();
  for (Slot slot = 0; slot < 512; ++slot) options.launcher_order->push_back(511 - slot);
  const Affinity affinity = all_to_all(512, 64);
  const MapResult found = map(affinity, *torus, options);
  EXPECT_EQ(found.mapping, *options.launcher_order);
  EXPECT_TRUE(found.cost == cost_of(affinity, *torus, found.mapping));
  EXPECT_TRUE(trial.due.contains("uniform-part"));
  EXPECT_FALSE(trial.due.contains("annealing")) << "nothing to search";
}

TEST(UniformPart, BesideItTheRestIsMappedAsByItself) {
  const auto torus = topology::parse_topology("torus:4x4x4");
  const Affinity rest = testing::random_affinity(64, 200, 5);
  const MapResult alone = map(rest, *torus, {});
  const Affinity affinity = all_to_all(64, 1'000'000, testing::traffic_of(rest));
  const MapResult found = map(affinity, *torus, {});
  EXPECT_TRUE(found.cost == cost_of(affinity, *torus, found.mapping));
  EXPECT_TRUE(50 * cost_of(rest, *torus, found.mapping) <= 51 * alone.cost);
}

}  // namespace
}  // namespace topomorph::mapping
