// Branch and bound against all permutations.
#include "core/mapping/search/exact.h"

#include <algorithm>
#include <numeric>

#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

Assignment layout_in_order(std::size_t slots) {
  std::vector<Vertex> order(slots);
  std::iota(order.begin(), order.end(), Vertex{0});
  return Assignment(std::move(order));
}

/// The least cost of all permutations that keep the fixed vertices in place.
EdgeWeight least(const Graph& graph, const SlotTree& tree, const std::vector<char>& fixed) {
  std::vector<Vertex> slots(tree.slots());
  std::iota(slots.begin(), slots.end(), Vertex{0});
  EdgeWeight best = cost_on_tree(graph, tree, slots);
  do {
    bool kept = true;
    for (Vertex v = 0; v < slots.size(); ++v) kept = kept && (!fixed[v] || slots[v] == v);
    if (kept) best = std::min(best, cost_on_tree(graph, tree, slots));
  } while (std::next_permutation(slots.begin(), slots.end()));
  return best;
}

TEST(BestOfAll, IsTheOptimum) {
  const SlotTree unequal(TreeTopology({{"core", 1, {0, 2, 3, 5, 7}}, {"host", 4, {0, 3, 7}}, {"rack", 9, {0, 7}}}));
  const SlotTree regular(TreeTopology::regular(std::vector<std::uint64_t>{7}, std::vector<std::uint64_t>{3}));
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Affinity affinity = testing::random_affinity(3 + seed % 5, 4 + seed % 9, seed);
    const Graph graph = scaled_graph(affinity, Weight::Bytes, 7, EdgeWeight{1} << 50);
    for (const SlotTree* tree : {&unequal, &regular}) {
      std::vector<char> fixed(7, 0);
      if (seed % 3 == 0) fixed[seed % 7] = fixed[2] = 1;
      const auto found = best_of_all(graph, *tree, layout_in_order(7), fixed, 1000000);
      ASSERT_TRUE(found);
      EXPECT_EQ(cost_on_tree(graph, *tree, found->slot_of), least(graph, *tree, fixed)) << seed;
      for (Vertex v = 0; v < 7; ++v) EXPECT_TRUE(!fixed[v] || found->slot_of[v] == v) << seed;
      EXPECT_TRUE(
          std::is_permutation(found->slot_of.begin(), found->slot_of.end(), layout_in_order(7).slot_of.begin()));
    }
  }
}

TEST(BestOfAll, GivesUpWhenTheBudgetIsSpent) {
  const SlotTree tree(
      TreeTopology::regular(std::vector<std::uint64_t>{2, 2, 3}, std::vector<std::uint64_t>{1, 10, 100}));
  const Graph graph = scaled_graph(testing::random_affinity(12, 60, 1), Weight::Bytes, 12, EdgeWeight{1} << 50);
  EXPECT_FALSE(best_of_all(graph, tree, layout_in_order(12), std::vector<char>(12, 0), 100));
}

}  // namespace
}  // namespace topomorph::mapping
