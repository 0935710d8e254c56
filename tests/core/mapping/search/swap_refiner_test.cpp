// Swaps on trees: the gain is what the cost falls by, fixed vertices and unlike slots stay as they are.
#include "core/mapping/search/swap_refiner.h"

#include "core/base/successive.h"
#include "tests/core/mapping/arities.h"
#include "tests/core/mapping/graphs.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

const Deadline kNoDeadline{std::nullopt};

SlotTree regular(const Arities& arities, const Arities& distances) {
  return SlotTree(TreeTopology::regular(arities, distances));
}

Graph random_graph(std::size_t slots, std::size_t edges, std::uint64_t seed) {
  return graph_of(testing::random_affinity(slots, edges, seed));
}

/// Expects that each slot has one vertex, and the assignment is the same from both sides.
void expect_valid(const Assignment& layout) {
  for (Vertex slot = 0; slot < layout.vertex_on.size(); ++slot) EXPECT_EQ(layout.slot_of[layout.vertex_on[slot]], slot);
}

TEST(SwapRefiner, SavesWhatItSays) {
  const SlotTree tree = regular({4, 3, 4}, {1, 5, 30});
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Graph graph = random_graph(48, 100 + 10 * seed, seed);
    Random random(seed);
    Assignment layout(random.permutation<Vertex>(48));
    std::vector<char> fixed(48, 0);
    if (seed % 2 == 1) fixed[3] = fixed[17] = fixed[40] = 1;
    const Assignment start = layout;
    const EdgeWeight before = cost_on_tree(graph, tree, layout.slot_of);
    const EdgeWeight gain = refine_by_swaps(graph, tree, layout, fixed, kNoDeadline);
    EXPECT_GT(gain, 0) << seed;
    EXPECT_EQ(before - gain, cost_on_tree(graph, tree, layout.slot_of)) << seed;
    expect_valid(layout);
    for (Vertex v = 0; v < 48; ++v) EXPECT_TRUE(!fixed[v] || layout.slot_of[v] == start.slot_of[v]) << seed;
  }
}

TEST(SwapRefiner, BringsPairsTogether) {
  const SlotTree tree = regular({2, 8}, {1, 10});
  std::vector<Traffic> traffic;
  for (Role role = 0; role < 8; ++role) traffic.push_back({role, role + 8, 100, 1});
  const Graph graph = graph_of(16, traffic);
  Assignment layout(successive<Vertex>(16));
  refine_by_swaps(graph, tree, layout, {}, kNoDeadline);
  EXPECT_EQ(cost_on_tree(graph, tree, layout.slot_of), 8 * 100);
}

TEST(SwapRefiner, SwapsOnlySlotsOfTheSameShape) {
  const SlotTree slots(TreeTopology({{"core", 1, {0, 2, 4, 7, 10}}, {"host", 9, {0, 10}}}));
  const SlotTree hosts = slots.above(1);  // two hosts of two slots, two of three
  const Graph graph = graph_of(4, {{0, 2, 50, 1}, {1, 3, 70, 1}});
  Assignment layout(successive<Vertex>(4));
  refine_by_swaps(graph, hosts, layout, {}, kNoDeadline);
  for (Vertex v = 0; v < 4; ++v) EXPECT_EQ(hosts.shapes(0)[layout.slot_of[v]], hosts.shapes(0)[v]);
}

TEST(SwapRefiner, StopsAtTheDeadline) {
  const SlotTree tree = regular({4, 3, 4}, {1, 5, 30});
  const Graph graph = random_graph(48, 200, 1);
  Assignment layout(successive<Vertex>(48));
  EXPECT_EQ(refine_by_swaps(graph, tree, layout, {}, Deadline(0.0)), 0);
  EXPECT_EQ(layout.slot_of, successive<Vertex>(48));
}

TEST(GroupSwaps, ExchangeWholeHosts) {
  const SlotTree tree = regular({4, 2, 4}, {1, 10, 100});
  std::vector<Traffic> traffic;  // each host of four talks to the fourth one behind it: swaps of single roles cost
  for (Role host = 0; host < 4; ++host) {
    for (Role a = 0; a < 4; ++a) {
      for (Role b = 0; b < a; ++b) {
        traffic.push_back({4 * host + a, 4 * host + b, 1000, 1});
        traffic.push_back({16 + 4 * host + a, 16 + 4 * host + b, 1000, 1});
      }
      traffic.push_back({4 * host + a, 16 + 4 * host + a, 10, 1});
    }
  }
  const Graph graph = graph_of(32, traffic);
  Assignment single(successive<Vertex>(32)), grouped = single;
  const EdgeWeight before = cost_on_tree(graph, tree, single.slot_of);
  EXPECT_EQ(refine_by_swaps(graph, tree, single, {}, kNoDeadline), 0);
  const EdgeWeight gain = refine_by_group_swaps(graph, tree, grouped, std::vector<char>(32, 0), kNoDeadline);
  EXPECT_EQ(gain, 16 * 10 * (100 - 10));
  EXPECT_EQ(before - gain, cost_on_tree(graph, tree, grouped.slot_of));
  expect_valid(grouped);
}

TEST(GroupSwaps, LeaveFixedVerticesWhereTheyAre) {
  const SlotTree tree = regular({4, 3, 4}, {1, 5, 30});
  const Graph graph = random_graph(48, 150, 2);
  Assignment layout(successive<Vertex>(48));
  std::vector<char> fixed(48, 0);
  fixed[0] = fixed[20] = fixed[47] = 1;
  const EdgeWeight before = cost_on_tree(graph, tree, layout.slot_of);
  const EdgeWeight gain = refine_by_group_swaps(graph, tree, layout, fixed, kNoDeadline);
  EXPECT_EQ(before - gain, cost_on_tree(graph, tree, layout.slot_of));
  for (const Vertex v : {0, 20, 47}) EXPECT_EQ(layout.slot_of[v], v);
}

TEST(Perturbation, IsNeverWorseThanTheDescentAndSavesWhatItSays) {
  const SlotTree tree = regular({4, 3, 4}, {1, 5, 30});
  EdgeWeight more = 0;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Graph graph = random_graph(48, 150, seed);
    Assignment descended(successive<Vertex>(48)), kicked = descended, again = descended;
    const EdgeWeight before = cost_on_tree(graph, tree, kicked.slot_of);
    const EdgeWeight gain = refine_by_swaps(graph, tree, descended, {}, kNoDeadline);
    const Patience patience{before, 100, kNoDeadline};
    Random random(seed), same(seed);
    const EdgeWeight with_kicks = perturb_and_refine(graph, tree, kicked, {}, random, patience);
    EXPECT_EQ(before - with_kicks, cost_on_tree(graph, tree, kicked.slot_of)) << seed;
    EXPECT_GE(with_kicks, gain);
    expect_valid(kicked);
    more += with_kicks - gain;
    perturb_and_refine(graph, tree, again, {}, same, patience);
    EXPECT_EQ(again.slot_of, kicked.slot_of) << "the same random numbers give the same result";
  }
  EXPECT_GT(more, 0);
}

}  // namespace
}  // namespace topomorph::mapping
