// Tests on every shape that routes lead to their destinations over connected links.
#include <regex>
#include <set>

#include "core/topology/spec.h"
#include "tests/core/testing.h"
#include "tests/core/topology/shapes/shapes.h"

namespace topomorph::topology {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::names;
using testing::route;
using testing::shape;

TEST(Routes, AreAsLongAsTheDistance) {
  for (const auto& [name, topology] : testing::shapes_of_unit_costs()) {
    const auto routing = routing_of(*topology);
    ASSERT_NE(routing, nullptr) << name;
    for (Slot a = 0; a < topology->slots(); ++a) {
      for (Slot b = 0; b < topology->slots(); ++b) {
        EXPECT_EQ(route(*routing, a, b).size(), topology->distance(a, b)) << name << ": " << a << " to " << b;
      }
    }
  }
}

TEST(Routes, CostTheDistance) {
  for (const auto& [name, topology] : testing::shapes_of_other_costs()) {
    const auto routing = routing_of(*topology);
    for (Slot a = 0; a < topology->slots(); ++a) {
      for (Slot b = 0; b < topology->slots(); ++b) {
        double cost = 0;
        for (const Link link : route(*routing, a, b)) cost += 1 / routing->bandwidth(link);
        EXPECT_NEAR(cost, static_cast<double>(topology->distance(a, b)), 1e-9) << name << ": " << a << " to " << b;
      }
    }
  }
}

/// Returns the texts before and after the arrow: "(0,1)" and "(0,2)"; empty for links without one, such as "slot 5 up".
std::pair<std::string, std::string> ends(const std::string& name) {
  std::smatch found;
  if (std::regex_match(name, found, std::regex("(?:router )?(.*)[-=]>(.*)"))) return {found[1], found[2]};
  return {};
}

TEST(Routes, AreConnectedFromSlotToSlot) {
  for (const auto& [name, topology] : testing::shapes_of_unit_costs()) {
    const auto routing = routing_of(*topology);
    for (Slot a = 0; a < topology->slots(); ++a) {
      for (Slot b = 0; b < topology->slots(); ++b) {
        std::string at;
        for (const std::string& link : names(*routing, a, b)) {
          const auto [from, to] = ends(link);
          if (from.empty()) continue;  // a link of a tree or a host: tested below
          EXPECT_TRUE(at.empty() || at == from) << name << ": " << link << " does not begin at " << at;
          at = to;
        }
      }
    }
  }
}

TEST(Routes, BeginAndEndWhereTheSlotsAre) {
  const auto [grid_name, torus] = shape("torus:5x3");
  const auto [name, dragonfly] = shape("dragonfly:5x4x2");
  const auto by_grid = routing_of(*torus), by_dragonfly = routing_of(*dragonfly);
  const auto place = [](Slot slot) { return '(' + std::to_string(slot % 5) + ',' + std::to_string(slot / 5) + ')'; };
  for (Slot a = 0; a < 15; ++a) {
    for (Slot b = 0; b < 15; ++b) {
      if (a == b) continue;
      EXPECT_EQ(ends(names(*by_grid, a, b).front()).first, place(a));
      EXPECT_EQ(ends(names(*by_grid, a, b).back()).second, place(b));
    }
  }
  for (Slot a = 0; a < 40; ++a) {
    for (Slot b = 0; b < 40; ++b) {
      if (a == b) continue;
      const auto links = names(*by_dragonfly, a, b);
      EXPECT_EQ(links.front(), "slot " + std::to_string(a) + " up");
      EXPECT_EQ(links.back(), "slot " + std::to_string(b) + " down");
      if (a / 2 == b / 2) continue;  // on one router
      EXPECT_EQ(ends(links[1]).first, std::to_string(a / 2));
      EXPECT_EQ(ends(links[links.size() - 2]).second, std::to_string(b / 2));
    }
  }
}

TEST(Routes, LinksHaveNumbersAndNamesOfTheirOwn) {
  for (const auto& [name, topology] : testing::shapes_of_unit_costs()) {
    const auto routing = routing_of(*topology);
    std::set<std::string> seen;
    for (Link link = 0; link < routing->links(); ++link) {
      EXPECT_TRUE(seen.insert(routing->name(link)).second) << name << ": " << routing->name(link) << " a second time";
      EXPECT_GT(routing->bandwidth(link), 0) << name;
    }
    for (Slot a = 0; a < topology->slots(); ++a) {
      for (Slot b = 0; b < topology->slots(); ++b) {
        for (const Link link : route(*routing, a, b)) ASSERT_LT(link, routing->links()) << name;
      }
    }
  }
}

/// Every link of these shapes is on some route, so no link is counted that does not exist.
TEST(Routes, UseAllLinks) {
  for (const char* spec : {"tree:3:4", "mesh:4x3", "mesh:2x3x4", "torus:4", "torus:5x3", "torus:2x4x3", "hcub:4",
                           "dragonfly:3x2x2", "dragonfly:5x4x2"}) {
    const auto topology = parse_topology(spec);
    const auto routing = routing_of(*topology);
    std::set<Link> used;
    for (Slot a = 0; a < topology->slots(); ++a) {
      for (Slot b = 0; b < topology->slots(); ++b) {
        for (const Link link : route(*routing, a, b)) used.insert(link);
      }
    }
    EXPECT_EQ(used.size(), routing->links()) << spec;
  }
}

TEST(Routes, GoByTheFirstDimensionFirst) {
  const auto [name, mesh] = shape("mesh:3x3");
  EXPECT_THAT(names(*routing_of(*mesh), 0, 7), ElementsAre("(0,0)->(1,0)", "(1,0)->(1,1)", "(1,1)->(1,2)"));
  EXPECT_THAT(names(*routing_of(*mesh), 7, 0), ElementsAre("(1,2)->(0,2)", "(0,2)->(0,1)", "(0,1)->(0,0)"));
  EXPECT_EQ(routing_of(*mesh)->links(), 24U);
}

TEST(Routes, GoTheShorterWayRoundAndOfTwoThePositive) {
  const auto [name, torus] = shape("torus:4");
  const auto routing = routing_of(*torus);
  EXPECT_THAT(names(*routing, 0, 3), ElementsAre("(0)->(3)"));
  EXPECT_THAT(names(*routing, 0, 2), ElementsAre("(0)->(1)", "(1)->(2)"));
  EXPECT_THAT(names(*routing, 2, 0), ElementsAre("(2)->(3)", "(3)->(0)"));
  EXPECT_EQ(routing->links(), 8U);
  EXPECT_EQ(routing_of(*shape("torus:2").topology)->links(), 2U) << "two nodes have one cable";
}

TEST(Routes, GoUpTheTreeAndDown) {
  const TreeTopology tree({{"host", 2, {0, 2, 4, 5}}, {"", 4, {0, 4, 5}}, {"cluster", 8, {0, 5}}});
  const auto routing = routing_of(tree);
  EXPECT_THAT(names(*routing, 1, 2), ElementsAre("slot 1 up", "host 0 up", "host 1 down", "slot 2 down"));
  EXPECT_THAT(names(*routing, 4, 3),
              ElementsAre("slot 4 up", "host 2 up", "level2 1 up", "level2 0 down", "host 1 down", "slot 3 down"));
  EXPECT_THAT(names(*routing, 3, 3), IsEmpty());
  EXPECT_EQ(routing->links(), 2U * (5 + 3 + 2));
}

TEST(Routes, TakeTheCablesThatTheDestinationSelects) {
  const auto tree = shape("tree:2:host:4/2:3/3:2").topology;  // each pod has two spines of three cables up
  const auto routing = routing_of(*tree);
  EXPECT_THAT(names(*routing, 1, 2 * 5), ElementsAre("slot 1 up", "host 0 up", "level2 0 cable 1 up",
                                                     "level2 1 cable 1 down", "host 5 down", "slot 10 down"));
  EXPECT_THAT(names(*routing, 1, 2 * 5 + 1), ElementsAre("slot 1 up", "host 0 up", "level2 0 cable 1 up",
                                                         "level2 1 cable 1 down", "host 5 down", "slot 11 down"))
      << "all slots of a host have the same way";
  EXPECT_THAT(names(*routing, 0, 2 * 22),
              ElementsAre("slot 0 up", "host 0 up", "level2 0 cable 0 up", "level3 0 cable 4 up",
                          "level3 1 cable 4 down", "level2 5 cable 0 down", "host 22 down", "slot 44 down"));
  EXPECT_EQ(routing->links(), 2U * (48 + 24 + 6 * 2 + 2 * 6));
  std::vector<Link> path;
  routing->route(0, 2 * 22, path);
  EXPECT_DOUBLE_EQ(routing->bandwidth(path[3]), routing->bandwidth(path[1])) << "a cable is as fast as a host's link";
}

TEST(Routes, OfDragonfliesAreLocalGlobalLocal) {
  const auto [name, dragonfly] = shape("dragonfly:3x2x2");  // router 0 leads to group 1, router 1 to group 2
  const auto routing = routing_of(*dragonfly);
  EXPECT_THAT(names(*routing, 0, 1), ElementsAre("slot 0 up", "slot 1 down"));
  EXPECT_THAT(names(*routing, 0, 2), ElementsAre("slot 0 up", "router 0->1", "slot 2 down"));
  EXPECT_THAT(names(*routing, 0, 4), ElementsAre("slot 0 up", "router 0=>3", "router 3->2", "slot 4 down"));
  EXPECT_THAT(names(*routing, 2, 4),
              ElementsAre("slot 2 up", "router 1->0", "router 0=>3", "router 3->2", "slot 4 down"));
  EXPECT_EQ(routing->links(), 24U + 6 + 6) << "hosts, local, global";
}

TEST(Routes, OfGraphsShareEqualWaysAmongTheirGoals) {
  const std::vector<LinkGraph::Link> links = {{0, 1, 1}, {0, 2, 1}, {1, 3, 1}, {2, 3, 1}, {3, 4, 1}, {3, 5, 1}};
  const GraphTopology graph(LinkGraph(6, links), {0, 4, 5});  // 4 and 5 are hosts at 3
  const auto routing = routing_of(graph);
  EXPECT_THAT(names(*routing, 0, 1), ElementsAre("0->2", "2->3", "3->4"));
  EXPECT_THAT(names(*routing, 0, 2), ElementsAre("0->1", "1->3", "3->5"));
  EXPECT_THAT(names(*routing, 1, 2), ElementsAre("4->3", "3->5"));
}

TEST(Routes, LeadOutOfAMachineAndIntoAnother) {
  const auto torus = parse_topology("torus:3"), small = parse_topology("tree:2"), large = parse_topology("tree:2:2");
  const ComposedTopology composed(torus, {small, large, small}, 10);
  const auto routing = routing_of(composed);
  EXPECT_THAT(names(*routing, 0, 1), ElementsAre("place 0: slot 0 up", "place 0: slot 1 down"));
  EXPECT_THAT(names(*routing, 1, 4),
              ElementsAre("place 0: slot 1 up", "(0)->(1)", "place 1: level1 1 down", "place 1: slot 2 down"));
  EXPECT_THAT(names(*routing, 6, 1), ElementsAre("place 2: slot 0 up", "(2)->(0)", "place 0: slot 1 down"));
  EXPECT_EQ(routing->links(), 6U + 4 + 12 + 4);
  EXPECT_DOUBLE_EQ(routing->bandwidth(0), 0.1) << "links of the network are as far as it is scaled";
}

TEST(Routes, OfAPartAreThoseOfTheWhole) {
  const auto torus = parse_topology("torus:8");
  const RestrictedTopology part(torus, {6, 1});
  EXPECT_THAT(names(*routing_of(part), 0, 1), ElementsAre("(6)->(7)", "(7)->(0)", "(0)->(1)"));
}

}  // namespace
}  // namespace topomorph::topology
