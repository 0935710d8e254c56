// Moves of single vertices between parts: the gain is what the cost falls by, and no part gets more than its capacity.
#include "core/mapping/search/move_refiner.h"

#include <numeric>

#include "core/base/successive.h"
#include "tests/core/mapping/arities.h"
#include "tests/core/mapping/graphs.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

SlotTree tree_of_twelve() { return SlotTree(TreeTopology::regular(Arities{3, 4}, Arities{2, 9})); }

/// Deals the vertices to the parts in turn.
Parts dealt(const Graph& graph, std::size_t parts, std::int64_t capacity) {
  Parts result{{}, std::vector<std::int64_t>(parts, 0), std::vector<std::int64_t>(parts, capacity)};
  for (Vertex v = 0; v < graph.vertices(); ++v) {
    result.of.push_back(static_cast<Vertex>(v % parts));
    result.load[v % parts] += graph.size[v];
  }
  return result;
}

std::vector<std::int64_t> loads_of(const Graph& graph, const Parts& parts) {
  std::vector<std::int64_t> load(parts.load.size(), 0);
  for (Vertex v = 0; v < graph.vertices(); ++v) load[parts.of[v]] += graph.size[v];
  return load;
}

TEST(MoveRefiner, SavesWhatItSaysWithinTheCapacities) {
  const SlotTree tree = tree_of_twelve();
  MoveRefiner refiner;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Graph graph = graph_of(testing::random_affinity(120 + seed, 400, seed));
    for (std::size_t v = 0; v < graph.vertices(); ++v) graph.size[v] = 1 + static_cast<std::int64_t>(v % 3);
    Parts parts = dealt(graph, 12, graph.total_size() / 12 + 6);
    const EdgeWeight before = cost_on_tree(graph, tree, parts.of);
    Random random(seed);
    const EdgeWeight gain = refiner.refine(graph, tree, parts, {}, random, Deadline(std::nullopt));
    EXPECT_GT(gain, 0) << seed;
    EXPECT_EQ(before - gain, cost_on_tree(graph, tree, parts.of)) << seed;
    EXPECT_EQ(parts.load, loads_of(graph, parts)) << seed;
    for (std::size_t part = 0; part < 12; ++part) EXPECT_LE(parts.load[part], parts.capacity[part]) << seed;
  }
}

TEST(MoveRefiner, MovesAVertexToItsNeighbours) {
  const SlotTree tree = tree_of_twelve();
  const Graph graph = graph_of(4, {{0, 1, 10, 1}, {1, 2, 10, 1}, {2, 0, 10, 1}, {3, 0, 10, 1}, {3, 1, 10, 1}});
  Parts parts{{0, 0, 0, 11}, std::vector<std::int64_t>(12, 0), std::vector<std::int64_t>(12, 4)};
  parts.load[0] = 3, parts.load[11] = 1;
  Random random(1);
  EXPECT_EQ(MoveRefiner().refine(graph, tree, parts, {}, random, Deadline(std::nullopt)), 2 * 10 * 9);
  EXPECT_EQ(parts.of, std::vector<Vertex>(4, 0));
}

TEST(MoveRefiner, DoesNothingAfterTheDeadlineOrWithoutPasses) {
  const SlotTree tree = tree_of_twelve();
  const Graph graph = graph_of(testing::random_affinity(120, 400, 1));
  Parts parts = dealt(graph, 12, 20);
  const std::vector<Vertex> before = parts.of;
  Random random(1);
  EXPECT_EQ(MoveRefiner().refine(graph, tree, parts, {}, random, Deadline(0.0)), 0);
  EXPECT_EQ(MoveRefiner().refine(graph, tree, parts, {.passes = 0}, random, Deadline(std::nullopt)), 0);
  EXPECT_EQ(parts.of, before);
}

TEST(MoveRefiner, UnloadsOverfullParts) {
  const SlotTree tree = tree_of_twelve();
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Graph graph = graph_of(testing::random_affinity(60, 150, seed));
    Parts parts = dealt(graph, 12, 6);
    for (Vertex v = 0; v < 60; ++v) {
      if (parts.of[v] % 2 == 0) parts.move(v, parts.of[v] + 1, 1);  // ten on each odd part, none on the others
    }
    MoveRefiner().unload(graph, tree, parts);
    EXPECT_EQ(parts.load, loads_of(graph, parts)) << seed;
    for (std::size_t part = 0; part < 12; ++part) EXPECT_LE(parts.load[part], 6) << seed;
  }
}

TEST(MoveRefiner, UnloadsIntoTheNearestRoomAndLeavesWhatFitsNowhere) {
  const SlotTree tree = tree_of_twelve();
  const Graph graph = graph_of(5, {});
  Parts parts{{0, 0, 0, 0, 0}, std::vector<std::int64_t>(12, 0), std::vector<std::int64_t>(12, 0)};
  parts.load[0] = 5;
  parts.capacity[0] = 1, parts.capacity[2] = 1, parts.capacity[9] = 2;
  MoveRefiner().unload(graph, tree, parts);
  EXPECT_EQ(parts.load[0], 2) << "one has no room anywhere";
  EXPECT_EQ(parts.load[2], 1);
  EXPECT_EQ(parts.load[9], 2);
}

}  // namespace
}  // namespace topomorph::mapping
