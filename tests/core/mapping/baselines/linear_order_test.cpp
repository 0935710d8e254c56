// Tests of the linear order of networks: neighbours on the curve are neighbours in the network.
#include "core/mapping/baselines/linear_order.h"

#include <algorithm>
#include <array>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/topology/shapes/composed.h"
#include "core/topology/spec.h"

namespace topomorph::mapping {
namespace {

using ::testing::ElementsAre;

bool holds_all(std::vector<Slot> order, std::uint64_t slots) {
  std::sort(order.begin(), order.end());
  std::vector<Slot> all(slots);
  std::iota(all.begin(), all.end(), Slot{0});
  return order == all;
}

/// Returns the longest distance between successive slots of the curve.
std::uint64_t longest_step(const Topology& topology) {
  const std::vector<Slot> order = linear_order(topology);
  std::uint64_t longest = 0;
  for (std::size_t i = 1; i < order.size(); ++i) {
    longest = std::max(longest, topology.distance(order[i - 1], order[i]));
  }
  return longest;
}

TEST(LinearOrder, HilbertCurveOfTheSquareOfTwo) {
  EXPECT_THAT(linear_order(*topology::parse_topology("mesh:2x2")),
              ::testing::AnyOf(ElementsAre(0, 1, 3, 2), ElementsAre(0, 2, 3, 1)));
}

TEST(LinearOrder, StepsToNeighboursInCubesOfPowersOfTwo) {
  for (const char* spec : {"mesh:4x4", "mesh:8x8", "mesh:32x32", "mesh:8x8x8", "mesh:4x4x4x4", "hcub:7"}) {
    EXPECT_EQ(longest_step(*topology::parse_topology(spec)), 1U) << spec;
  }
}

TEST(LinearOrder, FirstQuarterOfASquareIsAQuadrant) {
  const auto mesh = topology::parse_topology("mesh:8x8");
  const std::vector<Slot> order = linear_order(*mesh);
  for (std::size_t i = 0; i < 16; ++i) EXPECT_TRUE(order[i] % 8 < 4 && order[i] / 8 < 4) << order[i];
}

TEST(LinearOrder, HasEverySlotOfAnyTopologyOnce) {
  for (const char* spec : {"mesh:3x5x7", "torus:6x4", "mesh:1x9", "tree:3:4:2", "dragonfly:5x4x2", "cmplt:7",
                           "torus:3x3+tree:2:2", "dragonfly:3x2x1+tree:4", "mesh:1"}) {
    const auto topology = topology::parse_topology(spec);
    EXPECT_TRUE(holds_all(linear_order(*topology), topology->slots())) << spec;
  }
}

TEST(LinearOrder, PlacesKeepTheirSlotsTogether) {
  const auto topology = topology::parse_topology("torus:3x3+tree:2:2");
  const std::vector<Slot> order = linear_order(*topology);
  for (std::size_t i = 0; i < order.size(); ++i) EXPECT_EQ(order[i] / 4, order[i - i % 4] / 4) << i;
}

TEST(LinearOrder, PartsFollowTheWhole) {
  const auto whole = topology::parse_topology("mesh:4x4");
  const topology::RestrictedTopology part(whole, {15, 3, 0, 12, 5});
  std::vector<Slot> expected;
  for (const Slot slot : linear_order(*whole)) {
    if (slot == 15 || slot == 3 || slot == 0 || slot == 12 || slot == 5) expected.push_back(slot);
  }
  std::vector<Slot> found;
  for (const Slot slot : linear_order(part)) found.push_back(part.kept()[slot]);
  EXPECT_EQ(found, expected);
}

TEST(LinearOrder, PositionsOfTheHilbertCurveAreAllDifferent) {
  std::vector<std::uint64_t> positions;
  for (std::uint32_t x = 0; x < 8; ++x) {
    for (std::uint32_t y = 0; y < 8; ++y) positions.push_back(hilbert_position(std::array{x, y}, 3));
  }
  EXPECT_TRUE(holds_all(positions, 64));
}

}  // namespace
}  // namespace topomorph::mapping
