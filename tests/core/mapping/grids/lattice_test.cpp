// Process grids as programs have them: recognised by numbering or by their graph, with light traffic on top.
#include "core/mapping/grids/lattice.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/mapping/grids/recognition.h"
#include "tests/core/mapping/grids/stencil_graph.h"

namespace topomorph::mapping {
namespace {

using LatticeExtents = std::vector<std::int32_t>;

/// Returns the extents above 1, ascending; empty if there is no lattice.
LatticeExtents extents_of(const StencilGraph& grid) {
  const auto lattice = recognise_lattice(grid.graph());
  if (!lattice) return {};
  LatticeExtents extents;
  for (const std::int32_t extent : lattice->extents) {
    if (extent > 1) extents.push_back(extent);
  }
  std::sort(extents.begin(), extents.end());
  return extents;
}

TEST(Lattice, IsRecognisedByItsNumbering) {
  EXPECT_EQ(extents_of({{10, 12, 14}}), (LatticeExtents{10, 12, 14}));
  EXPECT_EQ(extents_of({{30, 20}, 2, {1, 1, 1}}), (LatticeExtents{20, 30}));
  EXPECT_EQ(extents_of({{6, 5, 7, 4}, 1}), (LatticeExtents{4, 5, 6, 7}));
  EXPECT_EQ(extents_of({{100}, 1}), (LatticeExtents{100}));
  EXPECT_EQ(extents_of({{10, 10, 10}, 1, {1000}, {}, false, recursive_doubling(1000)}), (LatticeExtents{10, 10, 10}));
}

TEST(Lattice, IsThatOfAKnownGrid) {
  const CartesianPattern grid({{3, 1, 4, 1, 5}, {true, true, false, false, true}}, nearest_neighbour(5));
  const Lattice lattice = lattice_of(grid).value();
  EXPECT_EQ(lattice.axes, 3);
  EXPECT_EQ(lattice.extents, (Point{3, 4, 5, 1}));
  EXPECT_EQ(lattice.periodic, (std::array{true, false, true, false}));
  EXPECT_TRUE(lattice.is_full());
  EXPECT_EQ(lattice.point_of.at(4 * 5 + 2 * 5 + 3), (Point{1, 2, 3, 0}));
  EXPECT_FALSE(lattice_of(parse_cart_spec("cart:2x2x2x2x2")));
}

TEST(Lattice, IsRecognisedInItsGraph) {
  EXPECT_EQ(extents_of({{10, 12, 14}, 3, {1000, 20, 1}, {}, true}), (LatticeExtents{10, 12, 14}));
  EXPECT_EQ(extents_of({{10, 12, 14}, 3, {1, 1, 1}, {}, true}), (LatticeExtents{10, 12, 14})) << "27 points, all alike";
  EXPECT_EQ(extents_of({{9, 8, 7}, 2, {1, 1, 1}, {}, true}), (LatticeExtents{7, 8, 9})) << "19 points, all alike";
  EXPECT_EQ(extents_of({{30, 20}, 2, {1, 1, 1}, {}, true}), (LatticeExtents{20, 30}));
  EXPECT_EQ(extents_of({{6, 5, 7, 5}, 1, {10}, {}, true}), (LatticeExtents{5, 5, 6, 7}));
  EXPECT_EQ(extents_of({{16, 16, 2}, 3, {100, 10, 1}, {}, true}), (LatticeExtents{2, 16, 16}))
      << "an axis of two points";
  EXPECT_EQ(extents_of({{20, 30}, 1, {1000}, {}, true, recursive_doubling(600)}), (LatticeExtents{20, 30}));
}

TEST(Lattice, KnowsWhichAxesArePeriodic) {
  for (const bool is_relabelled : {false, true}) {
    const StencilGraph grid{{8, 10, 12}, 3, {100, 10, 1}, {1, 0, 1}, is_relabelled};
    const auto lattice = recognise_lattice(grid.graph());
    ASSERT_TRUE(lattice) << is_relabelled;
    EXPECT_TRUE(lattice->is_full());
    for (std::size_t a = 0; a < 3; ++a) EXPECT_EQ(lattice->periodic[a], lattice->extents[a] != 10) << a;
  }
}

TEST(Lattice, IsThereWhereSomeEdgesAreMissing) {
  StencilGraph grid{{20, 30}, 2, {100, 10, 1}, {}, true};
  auto traffic = grid.traffic();
  Random random(1);
  std::erase_if(traffic, [&](const Traffic&) { return random.below(50) == 0; });
  const auto affinity = Affinity::from_traffic(grid.cells(), traffic);
  const auto lattice = recognise_lattice(scaled_graph(affinity, Weight::Bytes, grid.cells(), EdgeWeight{1} << 50));
  ASSERT_TRUE(lattice);
  EXPECT_TRUE(lattice->is_full());
  EXPECT_EQ(lattice->cells(), 600);
}

TEST(Lattice, LeavesOutVerticesWithoutEdges) {
  for (const bool is_relabelled : {false, true}) {
    const auto lattice = recognise_lattice(StencilGraph{{9, 11}, 2, {100, 10, 1}, {}, is_relabelled}.graph(128));
    ASSERT_TRUE(lattice);
    EXPECT_EQ(lattice->point_of.size(), 99);
    EXPECT_TRUE(lattice->is_full());
  }
}

TEST(Lattice, IsNotSeenInARandomGraph) {
  std::vector<Traffic> traffic;
  Random random(1);
  for (int i = 0; i < 3000; ++i) {
    const Role a = random.below(500), b = random.below(500);
    if (a != b) traffic.push_back({a, b, 1 + random.below(10), 1});
  }
  const Graph graph =
      scaled_graph(Affinity::from_traffic(500, std::move(traffic)), Weight::Bytes, 500, EdgeWeight{1} << 50);
  EXPECT_FALSE(recognise_lattice(graph));
  EXPECT_FALSE(recognise_lattice(Graph{}));
}

TEST(Lattice, MeasuresItsSteps) {
  const Graph graph = StencilGraph{{10, 12}, 2, {100, 10, 1}, {}, false, recursive_doubling(120)}.graph();
  const auto lattice = recognise_lattice(graph);
  ASSERT_TRUE(lattice);
  const LatticeSteps found = steps_of(graph, *lattice);
  EXPECT_GT(found.share, 0.9);
  EXPECT_LT(found.share, 1);
  std::size_t single = 0;
  for (const LatticeStep& step : found.steps) {
    if (std::abs(step.step[0]) > 1 || std::abs(step.step[1]) > 1) continue;
    const int axes = std::abs(step.step[0]) + std::abs(step.step[1]);
    EXPECT_NEAR(step.weight, axes == 1 ? 100 : 10, 1);
    ++single;
  }
  EXPECT_EQ(single, 4);
}

}  // namespace
}  // namespace topomorph::mapping
