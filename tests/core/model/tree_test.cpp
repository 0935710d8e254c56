// Trees of slots: distances against a search by hand, unequal children, long codes, restriction, errors.
#include "core/model/tree.h"

#include <random>

#include "tests/core/testing.h"

namespace topomorph {
namespace {

using Arities = std::vector<std::uint64_t>;

/// Returns the lowest level with one node that holds both slots, computed from the intervals alone.
std::size_t meet(const TreeTopology& tree, Slot a, Slot b) {
  if (a == b) return 0;
  for (std::size_t l = 1;; ++l) {
    const auto& begin = tree.level(l).begin;
    for (std::size_t i = 0; i + 1 < begin.size(); ++i) {
      if (begin[i] <= std::min(a, b) && std::max(a, b) < begin[i + 1]) return l;
    }
  }
}

void expect_right_distances(const TreeTopology& tree) {
  for (Slot a = 0; a < tree.slots(); ++a) {
    for (Slot b = 0; b < tree.slots(); ++b) {
      const std::size_t level = meet(tree, a, b);
      ASSERT_EQ(tree.lca_level(a, b), level) << a << " " << b;
      ASSERT_EQ(tree.distance(a, b), level == 0 ? 0 : tree.level(level).distance) << a << " " << b;
    }
  }
}

/// Returns a tree in which every node has 1 to `most` children.
TreeTopology random_tree(std::size_t levels, std::size_t most, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint64_t> widths = {1};  // nodes per level, from the root down
  std::vector<std::vector<std::uint64_t>> children;
  for (std::size_t l = 0; l < levels; ++l) {
    std::uint64_t total = 0;
    auto& counts = children.emplace_back();
    for (std::uint64_t i = 0; i < widths.back(); ++i) total += counts.emplace_back(1 + random() % most);
    widths.push_back(total);
  }
  std::vector<TreeLevel> result;
  std::vector<Slot> below(widths.back() + 1);
  for (Slot slot = 0; slot < below.size(); ++slot) below[slot] = slot;
  for (std::size_t l = levels; l-- > 0;) {
    TreeLevel level{"", 10 * (levels - l), {0}};
    std::size_t child = 0;
    for (const std::uint64_t count : children[l]) level.begin.push_back(below[child += count]);
    below = level.begin;
    result.push_back(std::move(level));
  }
  return TreeTopology(std::move(result));
}

/// Returns a tree in which one node per level has four children, of which one has children: few slots, long codes.
TreeTopology deep_tree(std::size_t levels) {
  const Slot slots = 1 + 3 * levels;
  std::vector<TreeLevel> result;
  for (std::size_t l = 1; l <= levels; ++l) {
    TreeLevel level{"", l, {0}};
    for (Slot slot = 1 + 3 * l; slot <= slots; ++slot) level.begin.push_back(slot);
    result.push_back(std::move(level));
  }
  return TreeTopology(std::move(result));
}

TEST(Tree, RegularTreeHasTheDistancesOfItsLevels) {
  const TreeTopology tree = TreeTopology::regular(Arities{4, 8, 32}, Arities{1, 10, 100});
  EXPECT_EQ(tree.slots(), 1024U);
  EXPECT_EQ(tree.levels(), 3U);
  EXPECT_EQ(tree.nodes(1), 256U);
  EXPECT_EQ(tree.distance(0, 0), 0U);
  EXPECT_EQ(tree.distance(0, 3), 1U);
  EXPECT_EQ(tree.distance(3, 4), 10U);
  EXPECT_EQ(tree.distance(31, 32), 100U);
  EXPECT_EQ(tree.distance(1023, 0), 100U);
  EXPECT_EQ(tree.node_of(2, 33), 1U);
}

TEST(Tree, DistancesAreHopsByDefault) {
  const TreeTopology tree = TreeTopology::regular(Arities{2, 3, 1});
  EXPECT_EQ(tree.level(1).distance, 2U);
  EXPECT_EQ(tree.level(3).distance, 6U);
  expect_right_distances(tree);
}

TEST(Tree, DistancesAreRightWithUnequalChildren) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const TreeTopology tree = random_tree(1 + seed % 5, 1 + seed % 4, seed);
    EXPECT_EQ(tree.codes().size(), tree.slots());
    expect_right_distances(tree);
  }
}

TEST(Tree, DistancesAreRightWhereCodesFillAllBits) {
  const TreeTopology tree = deep_tree(32);  // two bits a level: exactly 64
  EXPECT_FALSE(tree.codes().empty());
  expect_right_distances(tree);
}

TEST(Tree, DistancesAreRightWhereCodesDoNotFit) {
  const TreeTopology tree = deep_tree(33);
  EXPECT_TRUE(tree.codes().empty());
  expect_right_distances(tree);
  const TreeTopology deeper = deep_tree(300);  // more levels than a byte can count
  for (Slot slot = 1; slot < deeper.slots(); ++slot) EXPECT_EQ(deeper.lca_level(0, slot), (slot + 2) / 3);
}

TEST(Tree, RestrictionKeepsDistances) {
  std::mt19937_64 random(5);
  for (const TreeTopology& tree : {random_tree(4, 4, 1), random_tree(3, 6, 2), deep_tree(40)}) {
    std::vector<Slot> kept;
    for (Slot slot = 0; slot < tree.slots(); ++slot) {
      if (slot == 0 || random() % 3 == 0) kept.push_back(slot);
    }
    const TreeTopology part = tree.restricted_to(kept);
    ASSERT_EQ(part.slots(), kept.size());
    for (Slot a = 0; a < kept.size(); ++a) {
      for (Slot b = 0; b < kept.size(); ++b) ASSERT_EQ(part.distance(a, b), tree.distance(kept[a], kept[b]));
    }
  }
}

TEST(Tree, DescribesItself) {
  EXPECT_EQ(TreeTopology::regular(Arities{4, 8, 32}).describe(), "tree of 32 x 8 x 4 slots");
  const TreeTopology named({{"package", 1, {0, 2, 5}}, {"host", 2, {0, 5}}});
  EXPECT_EQ(named.describe(), "tree of 2 packages x 2-3 slots");
}

TEST(Tree, RefusesWhatIsNoTree) {
  EXPECT_INPUT_ERROR(TreeTopology({}), "without levels");
  EXPECT_INPUT_ERROR(TreeTopology({{"", 1, {0}}}), "tree level 1: expected nodes");
  EXPECT_INPUT_ERROR(TreeTopology({{"", 1, {1, 2}}}), "begin at slot 0");
  EXPECT_INPUT_ERROR(TreeTopology({{"", 1, {0, 2, 2}}, {"", 2, {0, 2}}}), "not empty");
  EXPECT_INPUT_ERROR(TreeTopology({{"", 1, {0, 2, 4}}}), "several roots");
  EXPECT_INPUT_ERROR(TreeTopology({{"", 1, {0, 2, 4}}, {"h", 2, {0, 3, 4}}, {"", 2, {0, 4}}}),
                     "tree level 2 (h): expected nodes that are made of");
  EXPECT_INPUT_ERROR(TreeTopology({{"", 1, {0, 2, 4}}, {"", 2, {0, 5}}}), "tree level 1: found 4 slots, expected 5");
  EXPECT_INPUT_ERROR(TreeTopology({{"", 3, {0, 2, 4}}, {"", 2, {0, 4}}}), "found distance 2, expected at least 3");
  EXPECT_INPUT_ERROR(TreeTopology::regular(Arities{2, 0}), "arity 0");
  EXPECT_INPUT_ERROR(TreeTopology::regular(Arities{1U << 20, 1U << 20}), "more than 16777216 slots");
  EXPECT_INPUT_ERROR(TreeTopology::regular(Arities{2, 2}, Arities{1}), "found 1 distances for 2 levels");
  EXPECT_INPUT_ERROR(TreeTopology::regular(Arities{2}).restricted_to(Arities{1, 1}), "ascending order");
  EXPECT_INPUT_ERROR(TreeTopology::regular(Arities{2}).restricted_to(Arities{2}), "all below 2");
}

}  // namespace
}  // namespace topomorph
