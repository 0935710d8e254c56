// Communication patterns generated for a number of ranks.
#include "core/workload/patterns.h"

#include "core/formats/formats.h"
#include "core/model/cartesian_pattern.h"
#include "tests/core/testing.h"

namespace topomorph::workload {
namespace {

double mean_neighbours(const Affinity& affinity) {
  return static_cast<double>(affinity.entries()) / static_cast<double>(affinity.roles());
}

TEST(Patterns, StencilsAreGrids) {
  EXPECT_EQ(testing::traffic_of(make_pattern("stencil2d", 36, 1)),
            testing::traffic_of(parse_cart_affinity("cart:6x6")));
  EXPECT_EQ(testing::traffic_of(make_pattern("stencil3d", 27, 1)),
            testing::traffic_of(parse_cart_affinity("cart:3x3x3")));
}

TEST(Patterns, StencilsOfAnySizeAreConnected) {
  for (const char* name : {"stencil2d", "stencil3d"}) {
    for (const std::uint64_t ranks : {2U, 5U, 7U, 37U, 100U}) {
      const Affinity affinity = make_pattern(name, ranks, 1);
      EXPECT_EQ(affinity.roles(), ranks);
      for (Role rank = 1; rank < ranks; ++rank) {
        ASSERT_FALSE(affinity.row(rank).empty());
        EXPECT_LT(affinity.row(rank)[0].destination, rank) << name << ": has a neighbour before it";
      }
    }
  }
}

TEST(Patterns, MeshesHaveNeighboursAsTrianglesAndTetrahedraDo) {
  EXPECT_NEAR(mean_neighbours(make_pattern("mesh2d", 4000, 1)), 6, 0.4) << "somewhat fewer at the border";
  EXPECT_NEAR(mean_neighbours(make_pattern("mesh3d", 4000, 1)), 12.5, 1.2) << "the border is larger";
}

TEST(Patterns, BothWaysAlike) {
  for (const std::string& name : pattern_names()) {
    const Affinity affinity = make_pattern(name, 200, 3), both = formats::both_directions(affinity);
    ASSERT_EQ(both.entries(), affinity.entries()) << name;
    for (const Traffic& traffic : testing::traffic_of(both)) EXPECT_EQ(traffic.bytes, 2U) << name;
  }
}

TEST(Patterns, MeshesFindAllThatIsNear) {
  // with few points the reach covers the whole square or cube: nearly all ranks communicate with each other
  EXPECT_EQ(make_pattern("mesh2d", 2, 1).entries(), 2U);
  EXPECT_EQ(make_pattern("mesh3d", 2, 1).entries(), 2U);
}

TEST(Patterns, SameSeedSamePattern) {
  const auto traffic = [](std::uint64_t seed) { return testing::traffic_of(make_pattern("mesh3d", 300, seed)); };
  EXPECT_EQ(traffic(4), traffic(4));
  EXPECT_NE(traffic(4), traffic(5));
}

TEST(Patterns, RefuseWhatIsUnknown) {
  EXPECT_INPUT_ERROR(make_pattern("ring", 4, 1), "unknown pattern \"ring\", expected one of stencil2d, stencil3d");
  EXPECT_INPUT_ERROR(make_pattern("mesh2d", 0, 1), "found a pattern of 0 ranks");
}

}  // namespace
}  // namespace topomorph::workload
