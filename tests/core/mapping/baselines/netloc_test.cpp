// Tests of Netloc with Scotch on composed topologies, by both methods [Bordage 2017, section 5.2].
#include "core/mapping/baselines/netloc.h"

#include "core/evaluation/evaluate.h"
#include "core/mapping/baselines/machine_graph.h"
#include "core/mapping/baselines/netloc_deco.h"
#include "core/mapping/portfolio/map.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

constexpr const char* kWays[] = {"netloc-recursive", "netloc-deco", "netloc-deco:type0", "netloc-deco:table"};

class NetlocOn : public ::testing::TestWithParam<const char*> {};

TEST_P(NetlocOn, GivesValidMappingsTheSameEachTime) {
  const auto topology = topology::parse_topology(GetParam());
  for (const std::uint64_t roles : {topology->slots(), topology->slots() / 2, std::uint64_t{1}}) {
    const Affinity affinity = testing::random_affinity(roles, roles == 1 ? 0 : 4 * roles, 3);
    for (const char* way : kWays) {
      MapOptions options;
      options.algorithm = way;
      const MapResult result = map(affinity, *topology, options);
      const evaluation::Evaluation evaluation = evaluation::evaluate(affinity, *topology, result.mapping);
      EXPECT_TRUE(evaluation.valid) << way << ": " << evaluation.problem;
      EXPECT_TRUE(std::string(way).starts_with(result.algorithm)) << way;
      EXPECT_EQ(map(affinity, *topology, options).mapping, result.mapping) << way;
      options.pinned = {{0, topology->slots() - 1}};
      EXPECT_EQ(map(affinity, *topology, options).mapping[0], topology->slots() - 1) << way;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, NetlocOn,
                         ::testing::Values("torus:3x4+tree:2:3", "tree:3:2+tree:2:2", "dragonfly:3x2x2+tree:4",
                                           "mesh:2x2+torus:3x3", "torus:4+tree:2+synthetic:pack:2 core:2 pu:1",
                                           "mesh:8x4", "tree:4:2:2@1:10:100"));

/// Returns the paper's example with smaller hosts: two routers of a torus, one with one host and one with two.
GivenTopology one_host_and_two() {
  const testing::TemporaryFolder folder;
  const std::string host = "tree 3 2 40 2 20 2 10 -1\n";
  return topology::read_topology(
      "hierarchy:" + folder.write("net.txt", "torus 3 4 1600 4 1600 4 1600 2 32 52\ntree 1 4 800 1 0\nnode n129 " +
                                                 host + "tree 1 4 800 2 0 1\nnode n208 " + host + "node n210 " + host));
}

/// [Bordage 2017, section 5.2]: "both routers will have the same amount of processes when the one with only one node
/// needs one third". Here it gets one third.
TEST(Netloc, RoutersWithMoreHostsGetMoreRoles) {
  const GivenTopology given = one_host_and_two();
  ASSERT_EQ(given.topology->slots(), 24U);
  std::vector<Traffic> edges;  // two groups, interleaved: the smaller one fits one host
  for (Role a = 0; a < 24; ++a) {
    for (Role b = 0; b < a; ++b) {
      if ((a % 3 == 0) == (b % 3 == 0)) edges.push_back({b, a, 100, 1});
    }
  }
  const Affinity affinity = Affinity::from_traffic(24, std::move(edges));
  MapOptions options;
  options.algorithm = "netloc-recursive";
  const Mapping mapping = map(affinity, *given.topology, options).mapping;
  for (Role role = 0; role < 24; ++role) EXPECT_EQ(mapping[role] < 8, role % 3 == 0) << role;
}

TEST(Netloc, EqualPlacesAreNotCutApart) {
  std::vector<Traffic> edges;  // eight groups of four, interleaved; each fits a place
  for (Role a = 0; a < 32; ++a) {
    for (Role b = a % 8; b < a; b += 8) edges.push_back({b, a, 100, 1});
  }
  const Affinity affinity = Affinity::from_traffic(32, std::move(edges));
  const auto topology = topology::parse_topology("torus:2x2x2+tree:4@1");
  for (const char* way : {"netloc-recursive", "netloc-deco:table"}) {
    MapOptions options;
    options.algorithm = way;
    EXPECT_EQ(evaluation::to_string(map(affinity, *topology, options).cost), std::to_string(8 * 6 * 100)) << way;
  }
}

/// Type 0 bisects the graph of the slots alone. Without its switches this machine has no links.
TEST(Netloc, Type2SeesTheSwitchesAndType0DoesNot) {
  std::vector<Traffic> edges;
  for (Role role = 0; role < 64; ++role) edges.push_back({role * 19 % 64, (role + 1) * 19 % 64, 1000, 1});
  const Affinity ring = Affinity::from_traffic(64, std::move(edges));
  const auto topology = topology::parse_topology("tree:4:2+tree:4:2");
  MapOptions options;
  const auto cost_by = [&](const char* way) {
    options.algorithm = way;
    return map(ring, *topology, options).cost;
  };
  EXPECT_EQ(cost_by("netloc-deco"), cost_by("netloc-deco:type2"));
  EXPECT_LT(cost_by("netloc-deco:type2"), cost_by("netloc-deco:type0"));
  EXPECT_INPUT_ERROR(cost_by("netloc-deco:type1"), "found \"type1\", expected nothing, type0, type2 or table");
}

TEST(Netloc, PartsOfMachinesInAnyOrder) {
  const auto whole = topology::parse_topology("torus:4+tree:4");
  const topology::RestrictedTopology part(whole, {15, 1, 8, 2, 14, 9, 3});
  const Affinity affinity = testing::random_affinity(7, 20, 5);
  for (const char* way : kWays) {
    MapOptions options;
    options.algorithm = way;
    EXPECT_TRUE(evaluation::evaluate(affinity, part, map(affinity, part, options).mapping).valid) << way;
  }
}

TEST(Netloc, ManyRolesAreRefusedByTheWholeGraph) {
  const Affinity affinity = testing::random_affinity(kMaxDecoRoles + 1, 5000, 1);
  MapOptions options;
  options.algorithm = "netloc-deco";
  EXPECT_INPUT_ERROR(map(affinity, *topology::parse_topology("mesh:70x70"), options),
                     "takes 4096 roles at most, found 4097");
}

TEST(MachineGraph, PathsAreTwiceTheDistances) {
  for (const char* spec : {"tree:4:2:3@1:10:100", "mesh:3x4", "torus:5x2", "dragonfly:3x2x2"}) {
    const auto topology = topology::parse_topology(spec);
    const MachineGraph machine = machine_graph(*topology);
    const topology::LinkGraph graph(machine.vertices, machine.links);
    topology::ShortestPaths paths(graph);
    for (Slot a = 0; a < topology->slots(); ++a) {
      const auto& far = paths.from(machine.vertex_of[a]);
      for (Slot b = 0; b < topology->slots(); ++b) {
        EXPECT_EQ(far[machine.vertex_of[b]], 2 * topology->distance(a, b)) << spec << ' ' << a << ' ' << b;
      }
    }
  }
}

TEST(MachineGraph, BetweenPlacesTheWayOutIsAdded) {
  const auto topology = topology::parse_topology("torus:4+tree:2:2@1:10");
  const MachineGraph machine = machine_graph(*topology);
  const topology::LinkGraph graph(machine.vertices, machine.links);
  topology::ShortestPaths paths(graph);
  const auto& far = paths.from(machine.vertex_of[0]);
  EXPECT_EQ(far[machine.vertex_of[3]], 20U);
  EXPECT_EQ(far[machine.vertex_of[4]], 2 * topology->distance(0, 4) + 2 * 10 + 2);
}

}  // namespace
}  // namespace topomorph::mapping
