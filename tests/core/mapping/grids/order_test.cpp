// Tests of the orders of cells: each is a permutation and has the properties of its description.
#include <algorithm>
#include <numeric>

#include "core/mapping/grids/cartesian.h"
#include "core/mapping/grids/cell_order.h"
#include "core/mapping/grids/guillotine.h"
#include "core/mapping/grids/strips.h"
#include "core/model/cartesian_pattern.h"
#include "tests/core/mapping/grids/instances.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

using ::testing::ElementsAre;

std::uint64_t edges_of(const CartesianPattern& pattern, const CellOrder& order, Capacities capacities) {
  return inter_host_edges(pattern, hosts_in_order(order, capacities));
}

TEST(CellOrders, HoldEachCellOnceAndBeginWithTheFirst) {
  for (const auto& instance : testing::grids_on_hosts()) {
    const CartesianPattern pattern = parse_cart_spec(instance.spec);
    std::vector<std::int64_t> capacities;
    for (std::int64_t left = pattern.cells(); left > 0; left -= capacities.back()) {
      capacities.push_back(std::min<std::int64_t>(left, 1 + static_cast<std::int64_t>(capacities.size()) % 3));
    }
    for (const CartesianAlgorithm& algorithm : cartesian_algorithms()) {
      CellOrder order = algorithm.order(pattern, capacities);
      EXPECT_EQ(order.at(0), 0U) << algorithm.name << " " << instance.spec;
      std::sort(order.begin(), order.end());
      CellOrder all(static_cast<std::size_t>(pattern.cells()));
      std::iota(all.begin(), all.end(), Role{0});
      EXPECT_EQ(order, all) << algorithm.name << " " << instance.spec;
    }
  }
}

TEST(CellOrders, KdTreeHalvesTheLongestDimension) {
  EXPECT_THAT(kdtree_order(parse_cart_spec("cart:2x4"), std::vector<std::int64_t>{8}),
              ElementsAre(0, 1, 4, 5, 2, 3, 6, 7));
  // no traffic along the last dimension: it is cut first, down to columns
  EXPECT_THAT(kdtree_order(parse_cart_spec("cart:2x2:component"), std::vector<std::int64_t>{4}),
              ElementsAre(0, 2, 1, 3));
}

TEST(CellOrders, StripsGoToAndFro) {
  const std::vector<std::int64_t> strips = {1, 2};
  const Grid grid{{3, 4}, {false, false}};
  EXPECT_THAT(strip_walk(grid, 0, strips), ElementsAre(0, 1, 4, 5, 8, 9, 10, 11, 6, 7, 2, 3));
}

TEST(CellOrders, HyperplaneCutsBetweenHosts) {
  const CartesianPattern pattern = parse_cart_spec("cart:4x8");
  const std::vector<std::int64_t> capacities(4, 8);
  EXPECT_EQ(edges_of(pattern, hyperplane_order(pattern, capacities), capacities), 2U * (4 + 8));
}

TEST(CellOrders, HyperplaneFindsWholeUnequalHosts) {
  const CartesianPattern pattern = parse_cart_spec("cart:6x6");
  const std::vector<std::int64_t> capacities = {24, 6, 6};  // 4x6, and twice 2x3
  EXPECT_EQ(edges_of(pattern, hyperplane_order(pattern, capacities), capacities), 2U * (6 + 2));
}

TEST(CellOrders, GuillotineMixesStripsOfTwoWidths) {
  // Seven strips of 6x8 tiles and one of 8x6 tiles: every host has a rectangle of the least possible circumference.
  const CartesianPattern pattern = parse_cart_spec("cart:50x48");
  const std::vector<std::int64_t> capacities(50, 48);
  const auto order = guillotine_order(pattern, capacities);
  ASSERT_TRUE(order);
  EXPECT_EQ(edges_of(pattern, *order, capacities), 50U * 28 - 2 * (50 + 48));
}

TEST(CellOrders, GuillotineGivesUpRatherThanTakeMinutes) {
  const CartesianPattern pattern = parse_cart_spec("cart:3001x2999");
  std::vector<std::int64_t> capacities;
  for (std::int64_t left = pattern.cells(), size = 1000; left > 0;
       left -= capacities.back(), size = 1000 + size * 7 % 997) {
    capacities.push_back(std::min(left, size));
  }
  const auto order = guillotine_order(pattern, capacities);
  if (order) {
    EXPECT_EQ(order->size(), static_cast<std::size_t>(pattern.cells()));
  }
}

TEST(CellOrders, BisectionIsExactForOddHosts) {
  const CartesianPattern pattern = parse_cart_spec("cart:7x7");
  const std::vector<Role> cells = {0, 1, 2, 7, 8, 9, 14, 30, 48};
  const std::vector<std::int64_t> capacities = {4, 3, 2};
  CellOrder order = bisection_order(pattern, cells, capacities);
  EXPECT_TRUE(std::is_permutation(order.begin(), order.end(), cells.begin(), cells.end()));
  EXPECT_EQ(order.front(), 0U);
}

TEST(CellOrders, CountsTheEdgesBetweenHosts) {
  const CartesianPattern pattern = parse_cart_spec("cart:2x2");
  EXPECT_EQ(inter_host_edges(pattern, std::vector<std::uint32_t>{0, 0, 1, 1}), 4U);
  EXPECT_EQ(inter_host_edges(pattern, std::vector<std::uint32_t>{0, 1, 1, 0}), 8U);
  EXPECT_EQ(inter_host_edges(pattern, std::vector<std::uint32_t>{5, 5, 5, 5}), 0U);
}

}  // namespace
}  // namespace topomorph::mapping
