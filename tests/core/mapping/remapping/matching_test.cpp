// The heaviest matching against all matchings of small graphs.
#include "core/mapping/remapping/matching.h"

#include <functional>

#include "core/base/random.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

std::vector<MatchingEdge> random_edges(Vertex rows, Vertex columns, Random& random) {
  std::vector<MatchingEdge> edges;
  for (Vertex row = 0; row < rows; ++row) {
    for (Vertex column = 0; column < columns; ++column) {
      if (random.below(3) > 0) edges.push_back({row, column, 1 + static_cast<EdgeWeight>(random.below(20))});
    }
  }
  return edges;
}

EdgeWeight best_weight(Vertex rows, std::span<const MatchingEdge> edges) {
  EdgeWeight best = 0;
  const std::function<void(Vertex, std::uint64_t, EdgeWeight)> extend = [&](Vertex row, std::uint64_t used,
                                                                            EdgeWeight sum) {
    best = std::max(best, sum);
    if (row == rows) return;
    extend(row + 1, used, sum);
    for (const MatchingEdge& edge : edges) {
      if (edge.row != row || ((used >> edge.column) & 1) != 0) continue;
      extend(row + 1, used | (std::uint64_t{1} << edge.column), sum + edge.weight);
    }
  };
  extend(0, 0, 0);
  return best;
}

TEST(HeaviestMatching, IsTheHeaviestOfAll) {
  Random random(7);
  for (int i = 0; i < 300; ++i) {
    const auto rows = static_cast<Vertex>(1 + random.below(6)), columns = static_cast<Vertex>(1 + random.below(6));
    const auto edges = random_edges(rows, columns, random);
    const std::vector<Vertex> column_of = heaviest_matching(rows, columns, edges);
    ASSERT_EQ(column_of.size(), rows);
    EdgeWeight sum = 0;
    std::vector<int> used(columns, 0);
    for (const MatchingEdge& edge : edges) {
      if (column_of[edge.row] != edge.column) continue;
      sum += edge.weight;
      ++used[edge.column];
    }
    EXPECT_EQ(sum, best_weight(rows, edges));
    for (const int times : used) EXPECT_LE(times, 1);
  }
}

TEST(HeaviestMatching, TakesTheHeaviestFreeColumnsWithoutWork) {
  const std::vector<MatchingEdge> edges = {{0, 0, 5}, {0, 1, 4}, {1, 0, 5}, {1, 1, 1}, {2, 0, 9}};
  EXPECT_EQ(heaviest_matching(3, 2, edges, 0), (std::vector<Vertex>{0, 1, kNoVertex}));
  EXPECT_EQ(heaviest_matching(3, 2, edges), (std::vector<Vertex>{1, kNoVertex, 0}));
}

TEST(HeaviestMatching, LeavesRowsWithoutEdgesOut) {
  const std::vector<MatchingEdge> edges = {{1, 0, 5}};
  EXPECT_EQ(heaviest_matching(3, 1, edges), (std::vector<Vertex>{kNoVertex, 0, kNoVertex}));
}

}  // namespace
}  // namespace topomorph::mapping
