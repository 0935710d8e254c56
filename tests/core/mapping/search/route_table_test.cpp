// Routes that are kept are those of the network, also of one that is too large to keep any.
#include "core/mapping/search/route_table.h"

#include <gmock/gmock.h>

#include "core/topology/shapes/routing_of.h"
#include "core/topology/spec.h"

namespace topomorph::mapping {
namespace {

std::vector<Link> walked(RouteTable& table, Slot from, Slot to) {
  std::vector<Link> links;
  const std::size_t count = table.walk(from, to, [&](Link link) { links.push_back(link); });
  EXPECT_EQ(count, links.size());
  return links;
}

class EveryNetwork : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryNetwork, HasTheRoutesOfItsRouting) {
  const auto topology = topology::parse_topology(GetParam());
  const auto routing = topology::routing_of(*topology);
  RouteTable table(*routing, topology->slots());
  for (int time = 0; time < 2; ++time) {
    for (const auto& [from, to] : {std::pair<Slot, Slot>{0, 1}, {5, 5}, {11, 3}, {3, 11}, {0, topology->slots() - 1}}) {
      std::vector<Link> expected;
      if (from != to) routing->route(from, to, expected);
      EXPECT_EQ(walked(table, from, to), expected) << from << " to " << to << ", time " << time;
    }
  }
}

TEST_P(EveryNetwork, KnowsTheCostsOfItsRoutesUnlessItIsLarge) {
  const auto topology = topology::parse_topology(GetParam());
  const auto routing = topology::routing_of(*topology);
  RouteTable table(*routing, topology->slots());
  ASSERT_EQ(table.keeps_costs(), topology->slots() <= 1024);
  for (int time = 0; time < 2 && table.keeps_costs(); ++time) {
    for (Slot to = 0; to < topology->slots(); to += 3) {
      double cost = 0;
      table.walk(5, to, [&](Link link) { cost += 1 / routing->bandwidth(link); });
      EXPECT_NEAR(table.costs_from(5)[to], cost, 1e-4 * cost) << to;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(RouteTable, EveryNetwork,
                         ::testing::Values("torus:3x4", "torus:8x8x8", "torus:9x9x9", "torus:32x33", "dragonfly:4x4x4",
                                           "mesh:4x4+tree:2"));

}  // namespace
}  // namespace topomorph::mapping
