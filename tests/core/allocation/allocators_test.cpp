// Allocators that ignore the affinity: small meshes by hand.
#include "core/allocation/allocators.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "core/allocation/allocate.h"
#include "core/mapping/baselines/free_hosts.h"
#include "core/mapping/baselines/linear_order.h"
#include "core/model/cartesian_pattern.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::allocation {

namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

TEST(BestFit, TakesTheShortestRunWithRoom) {
  const auto line = topology::parse_topology("mesh:16");
  EXPECT_THAT(best_fit({*line, {0, 1, 2, 3, 4, 7, 8, 10, 11, 12}}, 2), ElementsAre(7, 8));
  EXPECT_THAT(best_fit({*line, {0, 1, 2, 3, 4, 7, 8, 10, 11, 12}}, 3), ElementsAre(10, 11, 12));
  EXPECT_THAT(best_fit({*line, {0, 1, 2, 3, 4, 7, 8, 10, 11, 12}}, 4), ElementsAre(0, 1, 2, 3));
}

TEST(BestFit, WithoutSuchARunTakesTheLeastSpan) {
  const auto line = topology::parse_topology("mesh:16");
  EXPECT_THAT(best_fit({*line, {0, 4, 5, 9, 10, 12, 14}}, 4), ElementsAre(9, 10, 12, 14));
  EXPECT_THAT(best_fit({*line, {0, 4, 5, 9, 10, 12, 14}}, 3), ElementsAre(9, 10, 12));
}

TEST(BestFit, FollowsTheCurve) {
  const auto mesh = topology::parse_topology("mesh:8x8");
  std::vector<Slot> all(64);
  std::iota(all.begin(), all.end(), Slot{0});
  const std::vector<Slot> order = mapping::linear_order(*mesh);
  EXPECT_EQ(best_fit({*mesh, all}, 16), std::vector<Slot>(order.begin(), order.begin() + 16));
}

TEST(BestFit, FollowsAGivenCurve) {
  const auto line = topology::parse_topology("mesh:8");
  const std::vector<Slot> curve = {0, 2, 4, 6, 7, 5, 3, 1};  // runs along it: 0 2, and 7 5 3
  mapping::FreeHosts free{*line, {0, 2, 3, 5, 7}};
  EXPECT_THAT(best_fit(free, 3), ElementsAre(0, 2, 3));  // no run along the line: the first least span
  free.curve = curve;
  EXPECT_THAT(best_fit(free, 3), ElementsAre(7, 5, 3));
  EXPECT_THAT(best_fit(free, 2), ElementsAre(0, 2));
}

/// 5 x 5, free: the centre, its four neighbours, one corner of the square around it, and far corners.
///   F . . . F
///   . F F . .
///   . F F F .
///   . . F . .
///   F . . . F
mapping::FreeHosts cross(const Topology& mesh) { return {mesh, {0, 4, 6, 7, 11, 12, 13, 17, 20, 24}}; }

TEST(Mc1x1, ScoresByHand) {
  const auto mesh = topology::parse_topology("mesh:5x5");
  const mapping::FreeHosts free = cross(*mesh);
  EXPECT_EQ(mc1x1_score(free, 12, 1), 0U);
  EXPECT_EQ(mc1x1_score(free, 12, 5), 4U);   // 12 itself and the four hosts at one hop
  EXPECT_EQ(mc1x1_score(free, 12, 6), 6U);   // and the corner of the square, at two hops
  EXPECT_EQ(mc1x1_score(free, 12, 7), 10U);  // and a corner of the next square, at four hops
  EXPECT_EQ(mc1x1_score(free, 6, 5), 6U);    // 7 and 11 at one hop, 0 and 12 at two, all in the first square
}

TEST(Mc1x1, SquaresAndNotDiamondsAreTheShells) {
  const auto mesh = topology::parse_topology("mesh:5x5");
  // 12 is in the second square around 0, at four hops; 3 in the third, at three hops
  EXPECT_EQ(mc1x1_score({*mesh, {0, 3, 12}}, 0, 2), 4U);
  EXPECT_EQ(mc1x1_score({*mesh, {0, 3, 12}}, 0, 3), 7U);
  EXPECT_EQ(mc1x1_score({*mesh, {0, 3, 12}}, 12, 2), 3U);  // both are in its second square: the nearer one
}

TEST(Mc1x1, TakesTheCompactCluster) {
  const auto mesh = topology::parse_topology("mesh:5x5");
  EXPECT_THAT(mc1x1(cross(*mesh), 5), UnorderedElementsAre(7, 11, 12, 13, 17));
  EXPECT_EQ(mc1x1(cross(*mesh), 5).front(), 12U);
}

TEST(Mc1x1, GoesRoundATorus) {
  const auto torus = topology::parse_topology("torus:8x8");
  EXPECT_THAT(mc1x1({*torus, {0, 7, 56, 27, 36, 45}}, 3), UnorderedElementsAre(0, 7, 56));
}

TEST(Allocators, GiveFreeHostsOnceOnAnyTopology) {
  for (const char* spec : {"torus:4x4x4", "mesh:7x9", "hcub:6", "tree:8:4:2", "dragonfly:5x4x3"}) {
    const auto network = topology::parse_topology(spec);
    mapping::FreeHosts free{*network, {}};
    for (Slot host = 0; host < network->slots(); ++host) {
      if (host * 7 % 5 < 3) free.hosts.push_back(host);
    }
    for (const auto allocator : {best_fit, mc1x1}) {
      const std::vector<Slot> hosts = allocator(free, 11);
      EXPECT_EQ(hosts, allocator(free, 11)) << spec;
      EXPECT_EQ(std::set<Slot>(hosts.begin(), hosts.end()).size(), 11U) << spec;
      for (const Slot host : hosts) EXPECT_TRUE(std::binary_search(free.hosts.begin(), free.hosts.end(), host)) << spec;
    }
  }
}

TEST(Allocators, RefuseMoreThanIsFree) {
  const auto line = topology::parse_topology("mesh:4");
  EXPECT_INPUT_ERROR(best_fit({*line, {0, 2}}, 3), "found 2 free hosts for a job of 3");
  EXPECT_INPUT_ERROR(mc1x1({*line, {0, 2}}, 3), "found 2 free hosts for a job of 3");
  EXPECT_INPUT_ERROR(best_fit({*line, {0, 2}}, 0), "for a job of 0");
}

/// Two cliques of four groups that hardly talk to each other.
Affinity two_cliques() {
  std::vector<Traffic> traffic = {{0, 4, 1, 1}};
  for (const Role first : {0U, 4U}) {
    for (Role a = 0; a < 4; ++a) {
      for (Role b = 0; b < a; ++b) traffic.push_back({first + a, first + b, 1000, 1});
    }
  }
  return Affinity::from_traffic(8, std::move(traffic));
}

TEST(TopomatchOn, GivesEachCliqueASwitchThatIsFree) {
  const auto tree = topology::parse_topology("tree:4:4");
  const std::vector<Slot> free = {0, 1, 4, 5, 6, 7, 12, 13, 14, 15};
  const std::vector<Slot> hosts = topomatch_on({*tree, free}, two_cliques(), {});
  const auto switches = [&](std::size_t first) {
    std::set<Slot> found;
    for (std::size_t i = first; i < first + 4; ++i) found.insert(hosts[i] / 4);
    return found;
  };
  EXPECT_EQ(switches(0).size(), 1U);
  EXPECT_EQ(switches(4).size(), 1U);
  EXPECT_EQ(std::set<Slot>(hosts.begin(), hosts.end()).size(), 8U);
  for (const Slot host : hosts) EXPECT_TRUE(std::binary_search(free.begin(), free.end(), host));
}

TEST(TopomatchOn, TakesOtherNetworksByScotch) {
  const auto torus = topology::parse_topology("torus:4x4");
  const std::vector<Slot> free = {1, 2, 3, 5, 6, 7, 8, 9, 12, 15};
  const std::vector<Slot> hosts = topomatch_on({*torus, free}, two_cliques(), {});
  EXPECT_EQ(std::set<Slot>(hosts.begin(), hosts.end()).size(), 8U);
  for (const Slot host : hosts) EXPECT_TRUE(std::binary_search(free.begin(), free.end(), host));
}

TEST(TopomatchOn, RefusesTooFewFreeHosts) {
  const auto tree = topology::parse_topology("tree:4:4");
  EXPECT_INPUT_ERROR(topomatch_on({*tree, {0, 1, 2}}, two_cliques(), {}), "3");
}

TEST(Allocate, ByTopomatchTakesAsManyHostsAsAreNeeded) {
  const auto tree = topology::parse_topology("tree:4:4");
  AllocationOptions options{"topomatch", 4, {}};
  options.map.algorithm = "pacmap";
  const Allocation found = allocate(parse_cart_affinity("cart:4x5"), tree, {0, 1, 4, 5, 6, 7, 12, 13, 14, 15}, options);
  EXPECT_EQ(found.hosts.size(), 5U);
  EXPECT_EQ(found.allocator, "topomatch");
}

}  // namespace

}  // namespace topomorph::allocation
