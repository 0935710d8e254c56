// Grids whose rows and columns are groups: found in any numbering, not found where one edge is amiss.
#include "core/mapping/grids/group_grid.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/core/mapping/graphs.h"
#include "tests/core/mapping/grids/grids.h"

namespace topomorph::mapping {
namespace {

using testing::group_traffic;
using testing::sorted_extents;
using Extents = std::vector<std::uint64_t>;

/// Returns whether cells that differ along one axis, and no others, exchange.
bool fits(const GridGraph& grid, const Graph& graph) {
  for (std::size_t a = 0; a < grid.vertex_of.size(); ++a) {
    for (std::size_t b = 0; b < grid.vertex_of.size(); ++b) {
      std::size_t axes = 0;
      for (std::size_t i = grid.extents.size(), x = a, y = b; i-- > 0; x /= grid.extents[i], y /= grid.extents[i]) {
        axes += x % grid.extents[i] != y % grid.extents[i] ? 1 : 0;
      }
      const bool joined = std::ranges::binary_search(graph.row(grid.vertex_of[a]), grid.vertex_of[b], {}, &Edge::to);
      if (joined != (axes == 1)) return false;
    }
  }
  return true;
}

TEST(GroupGrid, IsRecognisedInAnyNumbering) {
  for (const Extents& extents : {Extents{4, 6}, Extents{2, 9}, Extents{3, 4, 5}, Extents{2, 3, 2, 4}}) {
    for (const std::uint64_t seed : {0, 1, 2}) {
      std::uint64_t roles = 1;
      for (const std::uint64_t extent : extents) roles *= extent;
      const Graph graph = graph_of(roles, group_traffic(extents, 50, seed));
      const auto grid = recognise_groups(graph);
      ASSERT_TRUE(grid) << roles << " " << seed;
      std::vector<std::size_t> sorted(extents.begin(), extents.end());
      std::ranges::sort(sorted);
      EXPECT_EQ(sorted_extents(grid), sorted);
      EXPECT_TRUE(fits(*grid, graph)) << roles << " " << seed;
    }
  }
}

TEST(GroupGrid, PutsHeavyNeighboursSideBySide) {
  const Extents extents = {5, 6};
  for (const std::uint64_t seed : {1, 2, 3}) {
    const Graph graph = graph_of(30, group_traffic(extents, 1, seed));
    const auto grid = recognise_groups(graph);
    ASSERT_TRUE(grid) << seed;
    const auto is_heavy = [&](std::size_t cell, std::size_t other) {
      const auto row = graph.row(grid->vertex_of[cell]);
      return std::ranges::find(row, grid->vertex_of[other], &Edge::to)->weight % 100 != 0;
    };
    const std::size_t columns = grid->extents[1];
    for (std::size_t cell = 0; cell < 30; ++cell) {
      EXPECT_TRUE(cell % columns + 1 == columns || is_heavy(cell, cell + 1)) << seed << " " << cell;
      EXPECT_TRUE(cell + columns >= 30 || is_heavy(cell, cell + columns)) << seed << " " << cell;
    }
  }
}

TEST(GroupGrid, KeepsRowMajorNumbers) {
  const auto grid = recognise_groups(graph_of(24, group_traffic({4, 6})));
  ASSERT_TRUE(grid);
  EXPECT_EQ(grid->extents, (std::vector<std::size_t>{4, 6}));
  EXPECT_TRUE(std::ranges::is_sorted(grid->vertex_of));
}

TEST(GroupGrid, IsRecognisedBelowLightTraffic) {
  std::vector<Traffic> traffic = group_traffic({4, 6}, 0, 3);
  for (Role role = 1; role < 24; ++role) traffic.push_back({0, role, 7, 1});
  EXPECT_EQ(sorted_extents(recognise_groups(graph_of(24, traffic))), (std::vector<std::size_t>{4, 6}));
}

TEST(GroupGrid, NothingElseIsOne) {
  std::vector<Traffic> missing = group_traffic({4, 6});
  missing.pop_back();
  EXPECT_FALSE(recognise_groups(graph_of(24, missing)));
  std::vector<Traffic> moved = group_traffic({4, 6});
  moved.back() = {0, 23, moved.back().bytes, 1};
  EXPECT_FALSE(recognise_groups(graph_of(24, moved)));
  EXPECT_FALSE(recognise_groups(graph_of(24, group_traffic({24})))) << "one group of all";
  EXPECT_FALSE(recognise_groups(graph_of(1, {})));
  EXPECT_FALSE(recognise_groups(graph_of(4, {{0, 1, 1, 1}, {1, 2, 1, 1}}))) << "a vertex alone";
}

}  // namespace
}  // namespace topomorph::mapping
