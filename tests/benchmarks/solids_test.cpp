// Bodies of elements that a bisection has cut: parts of equal size, and what they exchange.
#include "benchmarks/mapping/solids.h"

#include <gtest/gtest.h>

#include "core/base/error.h"

namespace topomorph::benchmarks {
namespace {

TEST(Solid, OfTwoPartsSharesOneCut) {
  // sides of 2.25 x 4.5 x 9 are 3 x 5 x 9 elements, the first box with 48: 67 and 68, cut across the longest side
  const Instance box = solid("box", 2);
  ASSERT_EQ(box.edges.size(), 1U);
  EXPECT_EQ(box.roles, 2U);
  EXPECT_GT(box.edges[0].bytes, 2 * 4 * std::uint64_t{81}) << "a cut has the faces of 2 x 4 elements at least";
}

TEST(Solid, HasPartsWithNeighboursOnly) {
  for (const char* body : {"pipe", "ball", "box"}) {
    const Instance instance = solid(body, 60);
    std::vector<std::uint64_t> neighbours(60, 0);
    for (const Traffic& edge : instance.edges) {
      EXPECT_LT(edge.source, edge.destination);
      EXPECT_GT(edge.bytes, 0U);
      ++neighbours[edge.source], ++neighbours[edge.destination];
    }
    for (const std::uint64_t count : neighbours) {
      EXPECT_GE(count, 1U) << body;
      EXPECT_LT(count, 40U) << body;
    }
  }
}

TEST(Solid, OfOtherBodiesIsRefused) {
  EXPECT_THROW(solid("cone", 8), InputError);
  EXPECT_THROW(solid("box", 0), InputError);
}

}  // namespace
}  // namespace topomorph::benchmarks
