// Pure grids in any numbering: found where they are, not found where one edge is amiss.
#include "core/mapping/grids/grid_graph.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/base/random.h"
#include "tests/core/mapping/graphs.h"
#include "tests/core/mapping/grids/grids.h"

namespace topomorph::mapping {
namespace {

using testing::sorted_extents;
using GridExtents = std::vector<std::uint64_t>;

/// Traffic between neighbours of a row-major grid whose cells are numbered at random; along axis a the volume is a + 1.
std::vector<Traffic> grid_traffic(const GridExtents& extents, bool periodic = false) {
  std::uint64_t cells = 1, stride = 1;
  for (const std::uint64_t extent : extents) cells *= extent;
  Random random(cells);
  const auto label = random.permutation<Role>(cells);
  std::vector<Traffic> traffic;
  for (std::size_t a = extents.size(); a-- > 0; stride *= extents[a]) {
    for (std::uint64_t cell = 0; cell < cells; ++cell) {
      const std::uint64_t at = cell / stride % extents[a];
      const bool last = at + 1 == extents[a];
      if (last && (!periodic || extents[a] < 3)) continue;
      traffic.push_back({label[cell], label[last ? cell - at * stride : cell + stride], a + 1, 1});
    }
  }
  return traffic;
}

TEST(GridGraph, IsRecognisedInAnyNumbering) {
  using Sorted = std::vector<std::size_t>;
  EXPECT_EQ(sorted_extents(recognise_grid(graph_of(2, grid_traffic({2})))), (Sorted{2}));
  EXPECT_EQ(sorted_extents(recognise_grid(graph_of(7, grid_traffic({7})))), (Sorted{7}));
  EXPECT_EQ(sorted_extents(recognise_grid(graph_of(35, grid_traffic({7, 5})))), (Sorted{5, 7}));
  EXPECT_EQ(sorted_extents(recognise_grid(graph_of(60, grid_traffic({2, 3, 10})))), (Sorted{2, 3, 10}));
  EXPECT_EQ(sorted_extents(recognise_grid(graph_of(360, grid_traffic({3, 4, 5, 6})))), (Sorted{3, 4, 5, 6}));
  EXPECT_EQ(sorted_extents(recognise_grid(graph_of(105, grid_traffic({3, 5, 7}, true)))), (Sorted{3, 5, 7}));
  EXPECT_EQ(sorted_extents(recognise_grid(graph_of(20, grid_traffic({4, 5}, true)))), (Sorted{2, 2, 5}))
      << "a ring of 4 is a square";
}

TEST(GridGraph, KnowsAxesAndNeighbours) {
  const Graph graph = graph_of(48, grid_traffic({6, 8}));
  const auto grid = recognise_grid(graph);
  ASSERT_TRUE(grid);
  EXPECT_EQ(grid->periodic, (std::vector<char>{0, 0}));
  EXPECT_EQ(recognise_grid(graph_of(35, grid_traffic({5, 7}, true)))->periodic, (std::vector<char>{1, 1}));
}

TEST(GridGraph, IsNotSeenWhereThereIsNone) {
  auto missing = grid_traffic({6, 8});
  missing.erase(missing.begin() + 20);
  EXPECT_FALSE(recognise_grid(graph_of(48, missing)));
  auto more = grid_traffic({6, 8});
  more.push_back({more[3].source, more[30].destination, 1, 1});
  EXPECT_FALSE(recognise_grid(graph_of(48, more)));
  EXPECT_FALSE(recognise_grid(graph_of(49, grid_traffic({6, 8})))) << "a vertex alone";
  EXPECT_FALSE(recognise_grid(graph_of(1, {})));
  EXPECT_FALSE(recognise_grid(graph_of(4, {{0, 1, 1, 1}, {0, 2, 1, 1}, {0, 3, 1, 1}}))) << "a star";
}

}  // namespace
}  // namespace topomorph::mapping
