// Tests of PaCMap step by step (scores of hosts, central group, expansion) and as a whole.
#include "core/mapping/baselines/pacmap.h"

#include <numeric>
#include <set>

#include "core/mapping/baselines/expansion.h"
#include "core/mapping/baselines/free_hosts.h"
#include "core/mapping/baselines/pacmap_centre.h"
#include "core/mapping/portfolio/map.h"
#include "core/model/cartesian_pattern.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/spec.h"
#include "tests/core/mapping/graphs.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

FreeHosts all_of(const Topology& network) {
  FreeHosts free{network, std::vector<Slot>(network.slots())};
  std::iota(free.hosts.begin(), free.hosts.end(), Slot{0});
  return free;
}

TEST(PacmapCentre, LooksAsFarAsThePaperSaysInThreeDimensions) {
  const Surroundings around = Surroundings::of(*topology::parse_topology("torus:8x8x8"), 7);  // 7 hosts within one hop
  ASSERT_EQ(around.shells.size(), 4U);                                                        // R = 1 + 2
  for (std::size_t hops = 0; hops < 4; ++hops) {
    EXPECT_EQ(around.shells[hops].distance, hops);
    EXPECT_DOUBLE_EQ(around.shells[hops].count, 1.0 / static_cast<double>(4 * hops * hops + 2));
  }
  EXPECT_EQ(Surroundings::of(*topology::parse_topology("torus:8x8x8"), 8).shells.size(), 5U);
  EXPECT_EQ(Surroundings::of(*topology::parse_topology("torus:8x8x8"), 1).shells.size(), 3U);
}

TEST(PacmapCentre, FartherHostsCountLessOnAnyTopology) {
  for (const char* spec : {"mesh:9", "torus:5x5", "hcub:6", "tree:4:4:4", "dragonfly:5x4x3", "mesh:4x4@1:5"}) {
    const Surroundings around = Surroundings::of(*topology::parse_topology(spec), 5);
    ASSERT_GE(around.shells.size(), 3U) << spec;
    for (std::size_t i = 1; i < around.shells.size(); ++i) {
      EXPECT_LT(around.shells[i].count, around.shells[i - 1].count) << spec;
      EXPECT_GT(around.shells[i].distance, around.shells[i - 1].distance) << spec;
    }
  }
}

TEST(PacmapCentre, ScoreByHand) {
  const auto torus = topology::parse_topology("torus:8x8x8");
  const Surroundings around = Surroundings::of(*torus, 7);
  EXPECT_NEAR(pacmap_score(all_of(*torus), 0, 7, around), 0.5 + 1 - 1 - 1, 1e-12);  // 6 hosts around it, then 18 and 38
  // the host itself, two at one hop and one at two; seven are wanted and only four are free
  EXPECT_NEAR(pacmap_score({*torus, {0, 1, 8, 9}}, 0, 7, around), 0.5 + 2.0 / 6 + 1.0 / 18, 1e-12);
  // two are wanted: one host at one hop and the one at two are too many
  EXPECT_NEAR(pacmap_score({*torus, {0, 1, 8, 9}}, 0, 2, around), 0.5 + 1.0 / 6 - 1.0 / 6 - 1.0 / 18, 1e-12);
}

TEST(PacmapCentre, PrefersAGapThatFitsToAnOpenField) {
  const auto mesh = topology::parse_topology("mesh:10x10");
  FreeHosts free{*mesh, {12, 21, 22, 23, 32}};
  for (Slot host = 0; host < 100; ++host) {
    if (host % 10 >= 6) free.hosts.push_back(host);
  }
  std::sort(free.hosts.begin(), free.hosts.end());
  EXPECT_EQ(central_host(free, 5), 22U);
}

TEST(PacmapCentre, CentralGroupIsNearestToAllOthers) {
  EXPECT_EQ(central_group(graph_of(5, {{0, 1, 7, 1}, {1, 2, 7, 1}, {2, 3, 7, 1}, {3, 4, 7, 1}})), 2U);
  EXPECT_EQ(central_group(graph_of(5, {{4, 0, 1, 1}, {4, 1, 1, 1}, {4, 2, 1, 1}, {4, 3, 1, 1}})), 4U);
}

TEST(PacmapCentre, HeavyEdgesAreShort) {
  // by hops 0 and 1 are equally central; by volume the shortest path from 0 goes through 1
  EXPECT_EQ(central_group(graph_of(4, {{0, 1, 100, 1}, {0, 2, 1, 1}, {0, 3, 1, 1}, {1, 2, 100, 1}, {1, 3, 100, 1}})),
            1U);
}

TEST(PacmapCentre, CentralGroupIsInTheLargestComponent) {
  EXPECT_EQ(central_group(graph_of(5, {{0, 1, 9, 1}, {2, 3, 1, 1}, {3, 4, 1, 1}})), 3U);
}

/// As in figure 6: A, B, C are placed, D exchanges 2 with B and 3 with C, E exchanges 1 with B.
class PacmapExpansion : public ::testing::Test {
 protected:
  static constexpr Vertex A = 0, B = 1, C = 2, D = 3, E = 4;

  Expansion partial(std::vector<Slot> hosts) const {
    Expansion expansion({*mesh_, std::move(hosts)}, graph_);
    expansion.place(A, 0);
    expansion.place(B, 1);
    expansion.place(C, 4);
    return expansion;
  }

  std::shared_ptr<const Topology> mesh_ = topology::parse_topology("mesh:4x4");
  Graph graph_ = graph_of(5, {{A, B, 4, 1}, {A, C, 4, 1}, {B, D, 2, 1}, {C, D, 3, 1}, {B, E, 1, 1}});
};

TEST_F(PacmapExpansion, TakesTheHeaviestGroupToTheHostOfLeastOverhead) {
  Expansion expansion = partial({0, 1, 2, 4, 5, 8});
  EXPECT_EQ(expansion.heaviest(), D);     // 2 + 3; E has 1
  EXPECT_EQ(expansion.best_host(D), 5U);  // 1 x 2 + 1 x 3: one hop from B and from C
  expansion.place(D, 5);
  EXPECT_EQ(expansion.heaviest(), E);
  EXPECT_EQ(expansion.best_host(E), 2U);
}

TEST_F(PacmapExpansion, AvoidsBusyHosts) {
  const Expansion expansion = partial({0, 1, 2, 4, 8});
  EXPECT_EQ(expansion.best_host(D), 8U);  // 3 x 2 + 1 x 3; host 2 costs 1 x 2 + 3 x 3
}

TEST_F(PacmapExpansion, OfEqualHostsTakesTheOneNearestToTheCentre) {
  const auto line = topology::parse_topology("mesh:9");
  const Graph path = graph_of(3, {{0, 1, 5, 1}, {1, 2, 5, 1}});
  Expansion expansion({*line, {2, 3, 4, 5, 6}}, path);
  expansion.place(0, 4);
  expansion.place(2, 6);
  EXPECT_EQ(expansion.best_host(1), 5U);
  Expansion other({*line, {1, 3, 5, 6, 7}}, path);
  other.place(0, 3);
  other.place(1, 6);
  EXPECT_EQ(other.best_host(2), 5U);  // 5 and 7 are one hop from 6; 5 is nearer to 3
}

TEST_F(PacmapExpansion, AGridGivesTheSameHostsAsItsDistancesAlone) {
  const Affinity traffic = testing::random_affinity(90, 400, 8);
  const Graph groups = scaled_graph(traffic, Weight::Bytes, 90, EdgeWeight{1} << 40);
  for (const char* spec : {"torus:6x5x4", "mesh:11x11", "hcub:7"}) {
    const auto grid = topology::parse_topology(spec);
    FreeHosts free{*grid, {}};
    for (Slot host = 0; host < grid->slots(); ++host) {
      if (host % 6 != 2) free.hosts.push_back(host);
    }
    // every host of the restricted network is free, and the network is no grid
    const auto distances = std::make_shared<topology::RestrictedTopology>(grid, free.hosts);
    const FreeHosts alone = all_of(*distances);
    Expansion fast(free, groups), slow(alone, groups);
    fast.place(7, free.hosts[20]);
    slow.place(7, 20);
    fast.finish();
    slow.finish();
    for (Vertex group = 0; group < 90; ++group) {
      EXPECT_EQ(fast.host_of()[group], free.hosts[slow.host_of()[group]]) << spec;
    }
  }
}

TEST_F(PacmapExpansion, SearchesFartherWhereNeighboursAreBusy) {
  const auto line = topology::parse_topology("mesh:20");
  const Graph path = graph_of(3, {{0, 1, 5, 1}, {1, 2, 5, 1}});
  Expansion expansion({*line, {0, 5, 6, 19}}, path);
  expansion.place(1, 0);
  expansion.finish();
  EXPECT_EQ(expansion.host_of(), (std::vector<Slot>{5, 0, 6}));
}

TEST(Pacmap, PutsA3x3StencilOnA3x3Mesh) {
  const auto mesh = topology::parse_topology("mesh:12x12");
  const std::vector<Slot> block = {14, 15, 16, 26, 27, 28, 38, 39, 40};
  FreeHosts free{*mesh, block};
  for (const Slot scattered : {0U, 5U, 9U, 11U, 60U, 66U, 71U, 90U, 96U, 101U, 132U, 137U, 143U}) {
    free.hosts.push_back(scattered);
  }
  std::sort(free.hosts.begin(), free.hosts.end());
  const Affinity stencil = parse_cart_affinity("cart:3x3");
  const std::vector<Slot> hosts = pacmap(free, scaled_graph(stencil, Weight::Bytes, 9, EdgeWeight{1} << 40));
  EXPECT_THAT(hosts, ::testing::UnorderedElementsAreArray(block));
  for (Role a = 0; a < 9; ++a) {
    for (const AffinityEntry& entry : stencil.row(a)) EXPECT_EQ(mesh->distance(hosts[a], hosts[entry.destination]), 1U);
  }
}

TEST(Pacmap, HostsOfTopologies) {
  const auto hosts = [](const Topology& topology) {
    return HostView::of(topology).network->slots();
  };  // the view borrows the topology
  const auto tree = topology::parse_topology("tree:2:3:4"), composed = topology::parse_topology("torus:3x3+tree:4");
  const auto torus = topology::parse_topology("torus:3x3");
  EXPECT_EQ(hosts(*tree), 4U);
  EXPECT_EQ(hosts(*composed), 9U);
  EXPECT_EQ(hosts(*torus), 9U);
  const topology::RestrictedTopology some(composed, {35, 0, 5});
  const HostView part = HostView::of(some);
  EXPECT_EQ(part.network->slots(), 9U);
  EXPECT_THAT(part.host_of, ::testing::ElementsAre(8, 0, 1));
}

TEST(Pacmap, ATreeThatDoesNotSayItsHostsIsRefused) {
  const auto hosts = [](const std::string& spec) {
    return HostView::of(*topology::parse_topology(spec)).network->slots();
  };
  EXPECT_INPUT_ERROR(hosts("tleaf:4,180,24,90,2,9,2,3,6,1"), "does not say which nodes are the hosts");
  EXPECT_EQ(hosts("tleaf:4,180,24,90,host,2,9,2,3,6,1"), 96U);
  EXPECT_EQ(hosts("tleaf:4,180,24,90+tree:6:2:2@1:4:13"), 96U);
  EXPECT_EQ(hosts("tleaf:4,180,24,90,2,9+tree:1"), 192U);
  EXPECT_EQ(hosts("tleaf:4,180,24,90"), 4U);  // only one level can have them
  EXPECT_EQ(hosts("tree:2:3:host:4:5"), 20U);
  EXPECT_EQ(hosts("tree:2:3:4:5"), 5U);
}

TEST(Pacmap, FillsHostsWithGroups) {
  MapOptions options;
  options.algorithm = "pacmap";
  const auto topology = topology::parse_topology("torus:4x4+tree:4");
  const Mapping mapping = map(testing::random_affinity(18, 60, 3), *topology, options).mapping;
  std::set<Slot> hosts;
  for (const Slot slot : mapping) hosts.insert(slot / 4);
  EXPECT_EQ(hosts.size(), 5U);  // 18 roles in groups of at most 4
}

TEST(Pacmap, HostsOfSeveralSizesGetWhatFits) {
  MapOptions options;
  options.algorithm = "pacmap";
  std::vector<Slot> kept;
  for (Slot slot = 0; slot < 36; ++slot) {
    if (slot % 4 < 1 + slot / 4 % 4) kept.push_back(slot);  // each host keeps 1, 2, 3, 4, 1, ... slots
  }
  const topology::RestrictedTopology part(topology::parse_topology("torus:3x3+tree:4"), kept);
  for (const std::uint64_t roles : {part.slots(), part.slots() - 3}) {
    const Mapping mapping = map(testing::random_affinity(roles, 90, 5), part, options).mapping;
    EXPECT_EQ(std::set<Slot>(mapping.begin(), mapping.end()).size(), roles);
  }
}

}  // namespace
}  // namespace topomorph::mapping
