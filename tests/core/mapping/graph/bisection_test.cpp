// Tests of bisections: exact sizes always, and the known cut where there is one.
#include "core/mapping/graph/bisection.h"

#include <algorithm>
#include <numeric>

#include "core/base/successive.h"
#include "core/mapping/graph/partition.h"
#include "tests/core/mapping/graphs.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

Affinity grid(std::uint64_t rows, std::uint64_t columns) {
  std::vector<Traffic> traffic;
  for (std::uint64_t i = 0; i < rows * columns; ++i) {
    if (i % columns + 1 < columns) traffic.push_back({i, i + 1, 1, 1});
    if (i + columns < rows * columns) traffic.push_back({i, i + columns, 1, 1});
  }
  return Affinity::from_traffic(rows * columns, std::move(traffic));
}

Bisection run(const Graph& graph, std::int64_t target0, std::uint64_t seed = 1) {
  Random random(seed);
  FmRefiner refiner;
  return bisect(graph, target0, Effort{}, random, Deadline(std::nullopt), refiner);
}

TEST(Bisection, HasExactSizesAndTheCutItSays) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const std::uint64_t vertices = 2 + seed * 17;
    const Graph graph = graph_of(testing::random_affinity(vertices, vertices * (seed % 5), seed));
    const auto target = static_cast<std::int64_t>(1 + seed * 5 % (vertices - 1));
    const Bisection result = run(graph, target, seed);
    EXPECT_EQ(std::count(result.side.begin(), result.side.end(), 0), target) << seed;
    EXPECT_EQ(result.cut, cut_of(graph, result.side)) << seed;
  }
}

TEST(Bisection, FindsTheStraightCutOfAGrid) {
  EXPECT_EQ(run(graph_of(grid(16, 8)), 64).cut, 8);
  EXPECT_EQ(run(graph_of(grid(32, 32)), 512).cut, 32);
}

TEST(Bisection, SeparatesWhatIsNotConnected) {
  std::vector<Traffic> traffic;
  for (Role i = 0; i < 100; ++i) {
    if (i != 50) traffic.push_back({i, (i + 2) % 100, 5, 1});  // two chains: even roles and odd roles
  }
  EXPECT_EQ(run(graph_of(Affinity::from_traffic(100, traffic)), 50).cut, 0);
}

TEST(Bisection, ManagesStars) {
  std::vector<Traffic> traffic;
  for (Role i = 1; i < 1000; ++i) traffic.push_back({0, i, 1, 1});
  const Bisection result = run(graph_of(Affinity::from_traffic(1000, traffic)), 300);
  EXPECT_EQ(std::count(result.side.begin(), result.side.end(), 0), 300);
  EXPECT_EQ(result.cut, 300) << "the hub belongs to the larger side";
}

TEST(Partition, HasExactSizes) {
  const Graph graph = graph_of(testing::random_affinity(200, 900, 4));
  const std::vector<std::int64_t> sizes = {1, 50, 7, 100, 42};
  PartitionContext context{Effort{}, Random(1), Deadline(std::nullopt), {}};
  const auto part = partition(graph, sizes, context);
  for (std::size_t i = 0; i < sizes.size(); ++i) EXPECT_EQ(std::count(part.begin(), part.end(), i), sizes[i]);
}

TEST(Graph, ScalesWeightsSoThatSumsFit) {
  const std::uint64_t large = std::uint64_t{1} << 62;
  const Affinity affinity = Affinity::from_traffic(3, {{0, 1, large, 0}, {1, 0, large, 0}, {1, 2, 1, 0}});
  const Graph graph = scaled_graph(affinity, Weight::Bytes, 4, 1000);
  EXPECT_EQ(graph.vertices(), 4U);
  EdgeWeight sum = 0;
  for (const Edge& edge : graph.edges) sum += edge.weight;
  EXPECT_LE(sum / 2, 1000);
  EXPECT_GE(sum / 2, 400);
  EXPECT_EQ(graph.row(2)[0].weight, 1) << "small traffic is not lost";
}

TEST(Graph, InAnotherOrderIsTheSameGraph) {
  const Graph graph = graph_of(testing::random_affinity(80, 120, 3));  // of several components
  const std::vector<Vertex> order = breadth_first_order(graph);
  std::vector<Vertex> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(sorted, successive<Vertex>(80));
  std::vector<Vertex> back(80);
  for (Vertex i = 0; i < 80; ++i) back[order[i]] = i;

  const Graph other = renumbered(graph, order);
  for (Vertex i = 0; i < 80; ++i) {
    EXPECT_EQ(other.row(i).size(), graph.row(order[i]).size());
    EXPECT_TRUE(std::is_sorted(other.row(i).begin(), other.row(i).end(),
                               [](const Edge& a, const Edge& b) { return a.to < b.to; }));
  }
  const Graph again = renumbered(other, back);
  EXPECT_EQ(again.begin, graph.begin);
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    EXPECT_EQ(again.edges[e].to, graph.edges[e].to);
    EXPECT_EQ(again.edges[e].weight, graph.edges[e].weight);
  }
}

TEST(Graph, BreadthFirstOrderOfALineIsTheLine) {
  const Graph line = graph_of(Affinity::from_traffic(5, {{3, 0, 1, 0}, {0, 4, 1, 0}, {4, 1, 1, 0}, {1, 2, 1, 0}}));
  EXPECT_EQ(breadth_first_order(line), (std::vector<Vertex>{0, 3, 4, 1, 2}));
}

}  // namespace
}  // namespace topomorph::mapping
