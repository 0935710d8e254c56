// Process grids, stencils and their edges.
#include "core/model/cartesian_pattern.h"

#include <algorithm>
#include <map>

#include "tests/core/testing.h"

namespace topomorph {
namespace {

using ::testing::ElementsAre;

/// Returns all edges by the definition of MPI_Cart_create, wrapping each coordinate.
std::vector<Traffic> edges_by_definition(const Grid& grid, const Stencil& stencil) {
  std::map<std::pair<Role, Role>, std::uint64_t> count;
  for (std::int64_t cell = 0; cell < grid.cells(); ++cell) {
    for (const Offset& offset : stencil) {
      auto position = coordinates(grid.dims, cell);
      std::int64_t neighbour = 0;
      bool inside = true;
      for (std::size_t d = 0; d < position.size(); ++d) {
        std::int64_t moved = position[d] + offset[d];
        if (grid.periodic[d]) moved = (moved % grid.dims[d] + grid.dims[d]) % grid.dims[d];
        inside = inside && moved >= 0 && moved < grid.dims[d];
        neighbour = neighbour * grid.dims[d] + moved;
      }
      if (inside && neighbour != cell) ++count[{static_cast<Role>(cell), static_cast<Role>(neighbour)}];
    }
  }
  std::vector<Traffic> result;
  for (const auto& [pair, messages] : count) result.push_back({pair.first, pair.second, messages, messages});
  return result;
}

TEST(CartesianGrid, NumbersCellsRowMajor) {
  const std::vector<std::int64_t> dims = {2, 3, 4};
  EXPECT_THAT(strides(dims), ElementsAre(12, 4, 1));
  EXPECT_THAT(coordinates(dims, 0), ElementsAre(0, 0, 0));
  EXPECT_THAT(coordinates(dims, 1), ElementsAre(0, 0, 1));
  EXPECT_THAT(coordinates(dims, 23), ElementsAre(1, 2, 3));
}

TEST(CartesianGrid, NearestNeighboursOfTwoByThree) {
  const CartesianPattern pattern({{2, 3}, {false, false}}, nearest_neighbour(2));
  const Affinity affinity = to_affinity(pattern);
  EXPECT_EQ(affinity.roles(), 6U);
  EXPECT_EQ(affinity.total_messages(), 14U);  // 7 edges, both directions
  EXPECT_THAT(testing::traffic_of(affinity),
              ElementsAre(Traffic{0, 1, 1, 1}, Traffic{0, 3, 1, 1}, Traffic{1, 0, 1, 1}, Traffic{1, 2, 1, 1},
                          Traffic{1, 4, 1, 1}, Traffic{2, 1, 1, 1}, Traffic{2, 5, 1, 1}, Traffic{3, 0, 1, 1},
                          Traffic{3, 4, 1, 1}, Traffic{4, 1, 1, 1}, Traffic{4, 3, 1, 1}, Traffic{4, 5, 1, 1},
                          Traffic{5, 2, 1, 1}, Traffic{5, 4, 1, 1}));
}

TEST(CartesianGrid, HopsGoAlongTheFirstDimensionAndComponentSparesTheLast) {
  EXPECT_THAT(nearest_neighbour(2), ElementsAre(Offset{-1, 0}, Offset{1, 0}, Offset{0, -1}, Offset{0, 1}));
  const std::int64_t lengths[] = {3};
  EXPECT_THAT(nearest_neighbour_with_hops(2, lengths),
              ElementsAre(Offset{-1, 0}, Offset{1, 0}, Offset{0, -1}, Offset{0, 1}, Offset{-3, 0}, Offset{3, 0}));
  EXPECT_THAT(component_stencil(2), ElementsAre(Offset{-1, 0}, Offset{1, 0}));
  EXPECT_TRUE(component_stencil(1).empty());
}

TEST(CartesianGrid, EdgesAreThoseOfTheDefinition) {
  const std::int64_t lengths[] = {2, 3};
  for (const std::vector<std::int64_t>& dims :
       std::vector<std::vector<std::int64_t>>{{5}, {2, 2}, {1, 4}, {3, 4, 2}, {2, 1, 3, 3}}) {
    for (unsigned periodic = 0; periodic < 1U << dims.size(); ++periodic) {
      Grid grid{dims, {}};
      for (std::size_t d = 0; d < dims.size(); ++d) grid.periodic.push_back((periodic >> d & 1U) != 0);
      Stencil stencil = nearest_neighbour_with_hops(dims.size(), lengths);
      stencil.push_back(Offset(dims.size(), 1));  // a diagonal
      EXPECT_EQ(testing::traffic_of(to_affinity(CartesianPattern(grid, stencil))), edges_by_definition(grid, stencil))
          << ::testing::PrintToString(dims) << " periodic " << periodic;
    }
  }
}

TEST(CartesianGrid, NeighbourOnBothSidesCountsTwice) {
  const CartesianPattern pattern({{2}, {true}}, nearest_neighbour(1));
  EXPECT_THAT(testing::traffic_of(to_affinity(pattern)), ElementsAre(Traffic{0, 1, 2, 2}, Traffic{1, 0, 2, 2}));
}

TEST(CartesianGrid, RefusesWhatIsNoGrid) {
  EXPECT_INPUT_ERROR(CartesianPattern({{}, {}}, {}), "at least one");
  EXPECT_INPUT_ERROR(CartesianPattern({{4, 4}, {false}}, {}), "periodic flags");
  EXPECT_INPUT_ERROR(CartesianPattern({{4, 0}, {false, false}}, {}), "4x0");
  EXPECT_INPUT_ERROR(CartesianPattern({{1 << 20, 1 << 20}, {false, false}}, {}), "at most");
  EXPECT_INPUT_ERROR(CartesianPattern({{4, 4}, {false, false}}, {{1}}), "offset of 1 dimensions");
}

}  // namespace
}  // namespace topomorph
