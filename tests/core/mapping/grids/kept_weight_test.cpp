// The bound of tilings: known largest numbers of contacts, real boxes, rings, and every set of few cells.
#include "core/mapping/grids/kept_weight.h"

#include <bit>
#include <cmath>

#include <gtest/gtest.h>

namespace topomorph::mapping {
namespace {

/// A lattice of which only the extents and periods count, with steps to the next cell along each axis.
struct Neighbours {
  explicit Neighbours(std::vector<std::int32_t> extents, std::vector<double> weights = {}) {
    lattice.axes = extents.size();
    for (std::size_t a = 0; a < extents.size(); ++a) {
      lattice.extents[a] = extents[a];
      Point step{};
      step[a] = 1;
      steps.push_back({step, weights.empty() ? 1 : weights[a]});
    }
  }
  double most(double cells) const { return most_kept(KeptWeight(lattice, steps), cells); }

  Lattice lattice;
  std::vector<LatticeStep> steps;
};

TEST(CompactShape, OfSquaresHasTheMostContacts) {
  const Neighbours plane({100, 100});
  for (int cells = 1; cells <= 120; ++cells) {  // Harary, Harborth 1976
    EXPECT_EQ(plane.most(cells), 2 * cells - std::ceil(2 * std::sqrt(cells))) << cells;
  }
}

TEST(CompactShape, OfCubesHasTheMostContacts) {
  const Neighbours space({50, 50, 50});
  const std::vector<double> contacts = {0, 1, 2, 4, 5, 7, 9, 12, 13, 15, 17, 20};  // OEIS A007818
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    EXPECT_EQ(space.most(static_cast<double>(i + 1)), contacts[i]) << i + 1;
  }
  EXPECT_EQ(space.most(27), 54);
  EXPECT_EQ(space.most(128), 128 * 3 - 158 / 2) << "5 x 5 x 5 and 3 more have a surface of 158";
}

TEST(CompactShape, FitsTheLatticeAndFollowsTheWeights) {
  EXPECT_EQ(Neighbours({2, 100}).most(10), 5 + 8) << "2 x 5";
  EXPECT_EQ(Neighbours({100, 100}, {1, 50}).most(10), 9 * 50) << "a row";
  Neighbours ring({5, 100});
  EXPECT_EQ(ring.most(15), 12 + 10);
  ring.lattice.periodic = {true, false};
  EXPECT_EQ(ring.most(15), 15 + 10) << "three rings";
}

/// Returns the most edges between the cells of a set, over all sets of each size.
std::vector<int> most_by_size(const Neighbours& grid, unsigned width, unsigned cells) {
  std::vector<int> most(cells + 1, 0);
  for (unsigned set = 0; set < 1U << cells; ++set) {
    int kept = 0;
    for (unsigned cell = 0; cell < cells; ++cell) {
      if ((set >> cell & 1U) == 0) continue;
      for (const LatticeStep& step : grid.steps) {
        const unsigned column = cell % width + static_cast<unsigned>(step.step[1]);
        const unsigned row = cell / width + static_cast<unsigned>(step.step[0]);
        if (column < width && row * width < cells) kept += set >> (row * width + column) & 1U;
      }
    }
    int& known = most[static_cast<std::size_t>(std::popcount(set))];
    known = std::max(known, kept);
  }
  return most;
}

TEST(CompactShape, KeepsAsMuchAsAnySetOfASmallGrid) {
  const Neighbours grid({4, 4});
  const std::vector<int> most = most_by_size(grid, 4, 16);
  for (std::size_t cells = 1; cells <= 16; ++cells) {
    EXPECT_EQ(grid.most(static_cast<double>(cells)), most[cells]) << cells;
  }
}

TEST(CompactShape, OfManyCellsIsARealBox) {
  EXPECT_NEAR(Neighbours({1000, 1000}).most(10000), 2 * 100 * 99, 1e-6);
  EXPECT_NEAR(Neighbours({100, 100, 100}).most(1000), 3 * 100 * 9, 1e-6);
}

}  // namespace
}  // namespace topomorph::mapping
