// Congestion: loads computed by hand, and the sum over all links.
#include <numeric>

#include "core/evaluation/evaluate.h"
#include "core/evaluation/prediction.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"
#include "tests/core/topology/shapes/shapes.h"

namespace topomorph::evaluation {
namespace {

Mapping identity(std::uint64_t roles) {
  Mapping mapping(roles);
  std::iota(mapping.begin(), mapping.end(), Slot{0});
  return mapping;
}

/// Puts role i on slot i * step + shift, cyclically.
Mapping scattered(std::uint64_t slots, std::uint64_t step, std::uint64_t shift) {
  Mapping mapping;
  for (Slot slot = 0; slot < slots; ++slot) mapping.push_back((slot * step + shift) % slots);
  return mapping;
}

/// Returns the bytes of every link with traffic, by its name.
std::map<std::string, std::uint64_t> loads_by_name(const std::string& spec, const Affinity& affinity) {
  const auto topology = topology::parse_topology(spec);
  const auto routing = topology::routing_of(*topology);
  std::map<std::string, std::uint64_t> loads;
  for (const LinkLoad& load : link_loads(affinity, *routing, identity(affinity.roles()), 1000).busiest) {
    loads[routing->name(load.link)] = load.bytes;
  }
  return loads;
}

using Loads = std::map<std::string, std::uint64_t>;

TEST(LinkLoads, OfARing) {
  const Affinity affinity = Affinity::from_traffic(4, {{0, 2, 10, 1}, {1, 2, 5, 1}, {3, 0, 7, 1}, {2, 2, 99, 1}});
  EXPECT_EQ(loads_by_name("torus:4", affinity), (Loads{{"(0)->(1)", 10}, {"(1)->(2)", 15}, {"(3)->(0)", 7}}));
}

TEST(LinkLoads, OfAMesh) {
  const Affinity affinity = Affinity::from_traffic(4, {{0, 3, 10, 1}, {3, 0, 4, 1}, {1, 3, 1, 1}});
  EXPECT_EQ(loads_by_name("mesh:2x2", affinity),
            (Loads{{"(0,0)->(1,0)", 10}, {"(1,0)->(1,1)", 11}, {"(1,1)->(0,1)", 4}, {"(0,1)->(0,0)", 4}}));
}

TEST(LinkLoads, OfATree) {
  const Affinity affinity = Affinity::from_traffic(4, {{0, 3, 10, 1}, {3, 0, 4, 1}, {0, 1, 1, 1}});
  EXPECT_EQ(loads_by_name("tree:2:2", affinity), (Loads{{"slot 0 up", 11},
                                                        {"slot 0 down", 4},
                                                        {"slot 1 down", 1},
                                                        {"level1 0 up", 10},
                                                        {"level1 0 down", 4},
                                                        {"level1 1 up", 4},
                                                        {"level1 1 down", 10},
                                                        {"slot 3 up", 4},
                                                        {"slot 3 down", 10}}));
}

TEST(LinkLoads, ListTheBusiestForTheirBandwidthFirst) {
  const auto mesh = topology::parse_topology("mesh:2x2@1:3");
  const auto routing = topology::routing_of(*mesh);
  const Affinity affinity = Affinity::from_traffic(4, {{0, 1, 10, 1}, {0, 2, 4, 1}, {2, 3, 10, 1}});
  const LinkLoads loads = link_loads(affinity, *routing, identity(4), 2);
  ASSERT_EQ(loads.busiest.size(), 2U);
  EXPECT_EQ(routing->name(loads.busiest[0].link), "(0,0)->(0,1)") << "a third of the bandwidth";
  EXPECT_EQ(loads.busiest[0].bytes, 4U);
  EXPECT_DOUBLE_EQ(loads.busiest[0].load(), 12);
  EXPECT_EQ(routing->name(loads.busiest[1].link), "(0,0)->(1,0)") << "of equal ones the lower number";
  EXPECT_EQ(loads.links, 8U);
  EXPECT_EQ(loads.used, 3U);
  EXPECT_EQ(loads.most_bytes, 10U);
  EXPECT_DOUBLE_EQ(loads.average(), 8);
  EXPECT_EQ(link_loads(affinity, *routing, {0, 0, 0, 0}).busiest.size(), 0U) << "roles on one slot need no link";
}

TEST(LinkLoads, AddUpToBytesTimesHops) {
  for (const auto& [name, topology] : testing::shapes_of_unit_costs()) {
    const std::uint64_t slots = topology->slots();
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const Affinity affinity = testing::random_affinity(slots, 6 * slots, seed);
      const Mapping mapping = scattered(slots, 1, seed);
      EXPECT_EQ(to_string(link_loads(affinity, *topology::routing_of(*topology), mapping).bytes),
                to_string(evaluate(affinity, *topology, mapping).hop_bytes))
          << name;
    }
  }
}

TEST(LinkLoads, AddUpToBytesTimesCost) {
  for (const auto& [name, topology] : testing::shapes_of_other_costs()) {
    const std::uint64_t slots = topology->slots();
    const Affinity affinity = testing::random_affinity(slots, 6 * slots, 7);
    const Mapping mapping = scattered(slots, 1, 3);
    double sum = 0;
    for (const LinkLoad& load : link_loads(affinity, *topology::routing_of(*topology), mapping, 1 << 20).busiest) {
      sum += load.load();
    }
    const auto expected = static_cast<double>(evaluate(affinity, *topology, mapping).hop_bytes);
    EXPECT_NEAR(sum, expected, 1e-9 * expected) << name;
  }
}

/// The sum is the routes in the network and the ways up and down the levels of both machines.
TEST(LinkLoads, AddUpInANetworkOfMachines) {
  const auto network = topology::parse_topology("torus:4x3"), machine = topology::parse_topology("tree:2:2");
  const topology::ComposedTopology composed(network, std::vector(12, machine), 40);
  const Affinity affinity = testing::random_affinity(48, 300, 4);
  const Mapping mapping = scattered(48, 5, 2);
  Cost expected = 0;
  for (const Traffic& t : testing::traffic_of(affinity)) {
    const Slot a = mapping[t.source], b = mapping[t.destination];
    const std::uint64_t hops = a / 4 == b / 4 ? machine->distance(a % 4, b % 4) : network->distance(a / 4, b / 4) + 4;
    expected += Cost{t.bytes} * hops;
  }
  EXPECT_EQ(to_string(link_loads(affinity, *topology::routing_of(composed), mapping).bytes), to_string(expected));
}

TEST(LinkLoads, BothDirectionsOfATreeCarryTheSameWhereTrafficIsSymmetric) {
  std::vector<Traffic> traffic;
  for (const Traffic& t : testing::traffic_of(testing::random_affinity(24, 100, 5))) {
    traffic.push_back(t);
    traffic.push_back({t.destination, t.source, t.bytes, t.messages});
  }
  const Affinity affinity = Affinity::from_traffic(24, traffic);
  const Loads loads = loads_by_name("tree:2:3:4", affinity);
  ASSERT_FALSE(loads.empty());
  for (const auto& [name, bytes] : loads) {
    const std::size_t up = name.rfind(" up");
    if (up == std::string::npos) continue;
    EXPECT_EQ(loads.at(name.substr(0, up) + " down"), bytes) << name;
  }
}

TEST(LinkLoads, OfAHugeNetworkNeedNoMemoryForIt) {
  const auto torus = topology::parse_topology("torus:1024x512x256");
  const Affinity affinity = Affinity::from_traffic(2, {{0, 1, 3, 1}});
  const LinkLoads loads = link_loads(affinity, *topology::routing_of(*torus), {0, torus->slots() - 2}, 5);
  EXPECT_EQ(loads.used, 4U);
  EXPECT_EQ(loads.links, 6 * torus->slots());
}

}  // namespace
}  // namespace topomorph::evaluation
