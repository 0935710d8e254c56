// What one profile shows of the shape of blocks, and the volumes of steps that follow from it.
#include "core/extrapolation/block_shape.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/core/extrapolation/patterns.h"

namespace topomorph::extrapolation {
namespace {

Recognised recognised(const Affinity& affinity) { return recognise(PairTable(affinity)); }

TEST(BlockShapeTest, ADomainThatIsACubeKeepsItsShape) {
  EXPECT_EQ(kept_shape(recognised(torus(2, 2, 4, 256))), KeptShape::Domain);
  EXPECT_EQ(kept_shape(recognised(torus(4, 8, 8, 256))), KeptShape::Domain);
}

TEST(BlockShapeTest, BlocksThatAreCubesKeepTheirs) {
  EXPECT_EQ(kept_shape(recognised(torus_of_cubes(2, 2, 4, 500))), KeptShape::Block);
  EXPECT_EQ(kept_shape(recognised(torus_of_cubes(4, 8, 8, 500))), KeptShape::Block);
}

TEST(BlockShapeTest, WhereBothOrNeitherAreCubesNothingIsShown) {
  EXPECT_EQ(kept_shape(recognised(torus(4, 4, 4, 256))), KeptShape::Unknown);
  EXPECT_EQ(kept_shape(recognised(wavefront(4, 4))), KeptShape::Unknown) << "no squares";
  EXPECT_EQ(kept_shape(recognised(transposed_sums(8, 1000))), KeptShape::Unknown) << "no steps";
}

/// Steps along the axis that grows half as much as the others, and along one of the others.
std::pair<double, double> factors(const Affinity& affinity) {
  const Recognised known = recognised(affinity);
  const Extents extents = {known.grid.extents()[0], 2 * known.grid.extents()[1], 2 * known.grid.extents()[2]};
  const BlockShape shape(known, RankGrid(extents));
  EXPECT_TRUE(shape.matters());
  return {shape.factor({RuleKind::Step, {1, 0, 0}, {true, true, true}, {}}),
          shape.factor({RuleKind::Step, {0, 1, 0}, {true, true, true}, {}})};
}

TEST(BlockShapeTest, VolumesFollowTheSurfacesOfBlocks) {
  const auto [narrow, wide] = factors(torus(2, 2, 4, 256));
  EXPECT_DOUBLE_EQ(wide / narrow, 2);
  const auto [one, other] = factors(torus_of_cubes(2, 2, 4, 500));
  EXPECT_EQ(std::pair(one, other), std::pair(1.0, 1.0));
  const auto [less, more] = factors(torus(4, 4, 4, 256));
  EXPECT_DOUBLE_EQ(more / less, std::sqrt(2)) << "between both cases";
}

TEST(BlockShapeTest, AGridThatKeepsItsShapeChangesNothing) {
  const BlockShape shape(recognised(torus(2, 2, 4, 256)), RankGrid({4, 4, 8}));
  EXPECT_FALSE(shape.matters());
  EXPECT_DOUBLE_EQ(shape.factor({RuleKind::Step, {0, 0, 1}, {true, true, true}, {}}), 1);
}

}  // namespace
}  // namespace topomorph::extrapolation
