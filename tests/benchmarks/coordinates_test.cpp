// The points that belong to a generated geometric graph: its edges join the near ones, also under other numbers.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "benchmarks/mapping/instances.h"

namespace topomorph::benchmarks {
namespace {

constexpr std::uint64_t kRoles = 300, kSeed = 5;

double apart(const formats::Coordinates& points, Role a, Role b) {
  return std::hypot(points[0][a] - points[0][b], points[1][a] - points[1][b]);
}

/// Returns the longest of the edges.
double longest(const Instance& graph, const formats::Coordinates& points) {
  double most = 0;
  for (const Traffic& edge : graph.edges) most = std::max(most, apart(points, edge.source, edge.destination));
  return most;
}

std::size_t pairs_within(const formats::Coordinates& points, double distance) {
  std::size_t pairs = 0;
  for (Role a = 0; a < kRoles; ++a) {
    for (Role b = 0; b < a; ++b) pairs += apart(points, a, b) <= distance ? 1 : 0;
  }
  return pairs;
}

TEST(Coordinates, OfAGeometricGraphAreNearWhereItHasEdges) {
  Instance graph = random_geometric(kRoles, 12, 1, kSeed);
  formats::Coordinates points = points_of_random_geometric(kRoles, kSeed);
  ASSERT_EQ(points.size(), 2U);
  ASSERT_FALSE(graph.edges.empty());
  EXPECT_EQ(pairs_within(points, longest(graph, points)), graph.edges.size());
  const std::vector<Role> labels = random_labels(kRoles, ~kSeed);
  relabel(graph, labels);
  EXPECT_GT(pairs_within(points, longest(graph, points)), graph.edges.size());  // the points have the old numbers
  relabel(points, labels);
  EXPECT_EQ(pairs_within(points, longest(graph, points)), graph.edges.size());
}

}  // namespace
}  // namespace topomorph::benchmarks
