// Tests of the orders of cells: each is a permutation and has the properties of its description.
#include "core/mapping/baselines/grid_orders.h"

#include <algorithm>
#include <numeric>

#include "core/base/successive.h"
#include "core/model/cartesian_pattern.h"
#include "tests/core/mapping/baselines/grids_on_hosts.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

using testing::edges_of;
using ::testing::ElementsAre;
using testing::equal_hosts;
using testing::HostSlots;

TEST(GridOrders, HoldEachCellOnceAndBeginWithTheFirst) {
  for (const auto& instance : testing::grids_on_hosts()) {
    const CartesianPattern pattern = parse_cart_spec(instance.spec);
    std::vector<std::int64_t> capacities;
    for (std::int64_t left = pattern.cells(); left > 0; left -= capacities.back()) {
      capacities.push_back(std::min<std::int64_t>(left, 1 + static_cast<std::int64_t>(capacities.size()) % 3));
    }
    for (const FunctionOfOrder function : testing::kGridOrders) {
      CellOrder order = function(pattern, capacities);
      EXPECT_EQ(order.at(0), 0U) << instance.spec;
      std::sort(order.begin(), order.end());
      EXPECT_EQ(order, successive<Role>(static_cast<std::size_t>(pattern.cells()))) << instance.spec;
    }
  }
}

TEST(GridOrders, KdTreeHalvesTheLongestDimension) {
  EXPECT_THAT(kdtree_order(parse_cart_spec("cart:2x4"), std::vector<std::int64_t>{8}),
              ElementsAre(0, 1, 4, 5, 2, 3, 6, 7));
  // no traffic along the last dimension: it is cut first, down to columns
  EXPECT_THAT(kdtree_order(parse_cart_spec("cart:2x2:component"), std::vector<std::int64_t>{4}),
              ElementsAre(0, 2, 1, 3));
}

TEST(GridOrders, StripsGoToAndFro) {
  EXPECT_THAT(strips_order(parse_cart_spec("cart:4x4"), std::vector<std::int64_t>(4, 4)),
              ElementsAre(0, 1, 4, 5, 8, 9, 12, 13, 14, 15, 10, 11, 6, 7, 2, 3));
}

TEST(GridOrders, StripsReachThePublishedFigures) {
  const auto edges = [](const std::string& spec, std::size_t hosts, std::int64_t slots) {
    const CartesianPattern pattern = parse_cart_spec(spec);
    const std::vector<std::int64_t> capacities(hosts, slots);
    return edges_of(pattern, strips_order(pattern, capacities), capacities);
  };
  EXPECT_EQ(edges("cart:50x48", 50, 48), 1244U);
  EXPECT_EQ(edges("cart:27x37", 27, 37), 580U);
}

TEST(GridOrders, HyperplaneCutsBetweenHosts) {
  const CartesianPattern pattern = parse_cart_spec("cart:4x8");
  const std::vector<std::int64_t> capacities(4, 8);
  EXPECT_EQ(edges_of(pattern, hyperplane_order(pattern, capacities), capacities), 2U * (4 + 8));
}

TEST(GridOrders, HyperplaneFindsWholeUnequalHosts) {
  const CartesianPattern pattern = parse_cart_spec("cart:6x6");
  const std::vector<std::int64_t> capacities = {24, 6, 6};  // 4x6, and twice 2x3
  EXPECT_EQ(edges_of(pattern, hyperplane_order(pattern, capacities), capacities), 2U * (6 + 2));
}

TEST(CellBisection, IsExactForOddHosts) {
  const CartesianPattern pattern = parse_cart_spec("cart:7x7");
  const std::vector<Role> cells = {0, 1, 2, 7, 8, 9, 14, 30, 48};
  const std::vector<std::int64_t> capacities = {4, 3, 2};
  CellOrder order = bisection_order(pattern, cells, capacities);
  EXPECT_TRUE(std::is_permutation(order.begin(), order.end(), cells.begin(), cells.end()));
  EXPECT_EQ(order.front(), 0U);
}

TEST(OrderOfHosts, FillsAllWhereThereAreAsManySlotsAsCells) {
  for (const auto& instance : testing::grids_on_hosts()) {
    const std::int64_t cells = parse_cart_spec(instance.spec).cells();
    const HostSequence sequence = host_sequence(cells, instance.capacities);
    EXPECT_EQ(std::accumulate(sequence.cells.begin(), sequence.cells.end(), std::int64_t{0}), cells);
    for (std::size_t i = 0; i < sequence.host.size(); ++i) {
      const auto slots = static_cast<std::int64_t>(instance.capacities[sequence.host[i]]);
      EXPECT_TRUE(sequence.cells[i] == slots || (i + 1 == sequence.host.size() && sequence.cells[i] < slots));
    }
  }
}

TEST(OrderOfHosts, UsesTheLargestWhereThereAreMoreSlotsThanCells) {
  const HostSequence sequence = host_sequence(16, HostSlots{2, 8, 3, 8, 100});
  EXPECT_THAT(sequence.host, ElementsAre(4));
  EXPECT_THAT(sequence.cells, ElementsAre(16));
}

TEST(OrderOfHosts, BeginsWithTheHostOfTheFirstCell) {
  const HostSlots hosts = {16, 8, 16, 8, 16, 8, 16, 8, 16, 8};
  for (std::uint32_t first = 0; first < hosts.size(); ++first) {
    const HostSequence sequence = host_sequence(120, hosts, first);
    EXPECT_EQ(sequence.host.at(0), first);
    EXPECT_EQ(sequence.host.size(), hosts.size());
  }
}

TEST(OrderOfHosts, RefusesTooFewSlots) {
  EXPECT_INPUT_ERROR(host_sequence(16, HostSlots{8, 7}), "15 slots for a grid of 16");
  EXPECT_INPUT_ERROR(host_sequence(16, HostSlots{}), "0 slots");
}

}  // namespace
}  // namespace topomorph::mapping
