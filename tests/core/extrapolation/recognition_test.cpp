// Which grids are tried, and how many.
#include "core/extrapolation/recognition.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/extrapolation/rank_grid.h"
#include "tests/core/extrapolation/patterns.h"

namespace topomorph::extrapolation {
namespace {

TEST(LikelyGridsTest, TheGridOfAStencilComesFirst) {
  for (const Extents& extents : {Extents{4, 6, 5}, Extents{5, 4, 6}, Extents{6, 5, 4}}) {
    const auto a = static_cast<Role>(extents[0]), b = static_cast<Role>(extents[1]), c = static_cast<Role>(extents[2]);
    EXPECT_EQ(likely_grids(PairTable(torus(a, b, c, 1000)), 3, Numbering::RowMajor).front(), extents);
  }
  EXPECT_EQ(likely_grids(PairTable(wavefront(9, 16)), 3, Numbering::RowMajor).front(), (Extents{9, 16}));
}

TEST(LikelyGridsTest, AllGridsAreThere) {
  const PairTable table(wavefront(3, 4));
  EXPECT_THAT(likely_grids(table, 3, Numbering::RowMajor),
              ::testing::UnorderedElementsAre(Extents{2, 6}, Extents{3, 4}, Extents{4, 3}, Extents{6, 2},
                                              Extents{2, 2, 3}, Extents{2, 3, 2}, Extents{3, 2, 2}));
}

TEST(RecogniseTest, WithoutTimeTheLikeliestGridIsTried) {
  const Recognised found = recognise(PairTable(torus(6, 6, 6, 3600)), 0);
  EXPECT_EQ(found.grid.text(), "6x6x6");
  EXPECT_LT(found.fit.unexplained, 1e-9);
  EXPECT_GT(found.untried, 0);
}

TEST(RecogniseTest, TriesAllGridsIfThereIsTime) {
  const Recognised found = recognise(PairTable(torus(6, 6, 6, 3600)));
  EXPECT_EQ(found.grid.text(), "6x6x6");
  EXPECT_EQ(found.untried, 0);
}

TEST(RecogniseTest, MoreThan131072PairsAreLookedAtOnGridsToo) {
  const Recognised found = recognise(PairTable(wavefront(256, 300)), 0);
  EXPECT_EQ(found.grid.text(), "256x300");
  EXPECT_EQ(found.fit.rules.size(), 2);
}

TEST(RecogniseTest, EndsWhereNoOtherGridCanBeSimpler) {
  const Recognised found = recognise(PairTable(all_to_all(24, 1000)), 0);
  EXPECT_EQ(found.grid.text(), "24");
  EXPECT_EQ(found.untried, 0);
}

}  // namespace
}  // namespace topomorph::extrapolation
