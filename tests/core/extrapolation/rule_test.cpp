// Rules on small grids, pair by pair, and the numbers of ranks as grids.
#include "core/extrapolation/rule.h"

#include <set>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace topomorph::extrapolation {
namespace {

constexpr RuleKind kGroupKinds[] = {RuleKind::AllPairs, RuleKind::Root,          RuleKind::Doubling, RuleKind::LowTree,
                                    RuleKind::HighTree, RuleKind::Dissemination, RuleKind::Ring,     RuleKind::Chain};

using Pairs = std::multiset<std::pair<Role, Role>>;

Pairs pairs(const Rule& rule, const RankGrid& grid) {
  Pairs found;
  for_each_pair(rule, grid, [&](Role from, Role to, std::size_t) {
    found.insert(std::minmax(from, to));
    return true;
  });
  return found;
}

TEST(RuleTest, AStepEndsWithItsAxis) {
  const RankGrid grid({2, 3});
  EXPECT_EQ(pairs({.step = {0, 1}, .wraps = {false, false}}, grid), (Pairs{{0, 1}, {1, 2}, {3, 4}, {4, 5}}));
}

TEST(RuleTest, AStepGoesRoundAClosedAxis) {
  const RankGrid grid({2, 3});
  EXPECT_EQ(pairs({.step = {0, 1}, .wraps = {false, true}}, grid),
            (Pairs{{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 5}, {3, 5}}));
}

TEST(RuleTest, AStepHalfwayRoundIsThereTwice) {
  const RankGrid grid({2, 3});
  const Rule rule{.step = {1, 0}, .wraps = {true, false}};
  EXPECT_TRUE(is_halfway(rule, grid));
  EXPECT_EQ(pairs(rule, grid), (Pairs{{0, 3}, {0, 3}, {1, 4}, {1, 4}, {2, 5}, {2, 5}}));
}

TEST(RuleTest, MirrorImagesInASquareAndIn1To2) {
  EXPECT_EQ(pairs({.kind = RuleKind::Mirror}, RankGrid({2, 2})), (Pairs{{1, 2}}));
  EXPECT_EQ(pairs({.kind = RuleKind::Mirror}, RankGrid({2, 4})), (Pairs{{2, 4}, {3, 5}}));
  EXPECT_FALSE(fits({.kind = RuleKind::Mirror}, {2, 3}, Numbering::RowMajor));
}

TEST(RuleTest, GroupsAlongAnAxis) {
  const RankGrid grid({2, 4});
  EXPECT_EQ(pairs({.kind = RuleKind::Root, .axes = {false, true}}, grid),
            (Pairs{{0, 1}, {0, 2}, {0, 3}, {4, 5}, {4, 6}, {4, 7}}));
  EXPECT_EQ(pairs({.kind = RuleKind::AllPairs, .axes = {true, false}}, grid), (Pairs{{0, 4}, {1, 5}, {2, 6}, {3, 7}}));
}

TEST(RuleTest, TreesAndCollectivesOfAllRanks) {
  const RankGrid line({6}), power({4});
  const std::vector<bool> all = {true};
  EXPECT_EQ(pairs({.kind = RuleKind::LowTree, .axes = all}, line), (Pairs{{0, 1}, {0, 2}, {2, 3}, {0, 4}, {4, 5}}));
  EXPECT_EQ(pairs({.kind = RuleKind::HighTree, .axes = all}, line), (Pairs{{0, 1}, {0, 2}, {1, 3}, {0, 4}, {1, 5}}));
  EXPECT_EQ(pairs({.kind = RuleKind::Doubling, .axes = all}, power), (Pairs{{0, 1}, {2, 3}, {0, 2}, {1, 3}}));
  EXPECT_FALSE(fits({.kind = RuleKind::Doubling, .axes = all}, {6}, Numbering::RowMajor));
  EXPECT_EQ(pairs({.kind = RuleKind::Dissemination, .axes = all}, power),
            (Pairs{{0, 1}, {1, 2}, {2, 3}, {0, 3}, {0, 2}, {1, 3}}));
  EXPECT_EQ(levels_of({.kind = RuleKind::LowTree, .axes = all}, line), 3);
}

TEST(RuleTest, CountsItsPairs) {
  for (const Extents& extents : {Extents{4, 1}, Extents{4, 2}, Extents{2, 3}, Extents{4, 4}, Extents{2, 8}}) {
    const RankGrid grid(extents);
    for (const RuleKind kind : kGroupKinds) {
      const Rule rule{.kind = kind, .axes = {false, true}};
      if (!fits(rule, extents, Numbering::RowMajor)) continue;
      EXPECT_EQ(pairs_of(rule, grid), pairs(rule, grid).size()) << text_of(rule, grid);
    }
  }
}

TEST(RuleTest, CountsStepsAndMirrorImages) {
  const RankGrid grid({3, 4});
  for (const auto& wraps : {std::vector<bool>{false, false}, {false, true}, {true, true}}) {
    for (const auto& step : {std::vector<std::int64_t>{0, 1}, {0, 2}, {1, -1}, {2, 0}, {3, 0}, {3, 4}, {5, 1}}) {
      const Rule rule{.step = step, .wraps = wraps};
      EXPECT_EQ(pairs_of(rule, grid), pairs(rule, grid).size()) << text_of(rule, grid);
    }
  }
  for (const RankGrid& square : {RankGrid({3, 3}), RankGrid({2, 4})}) {
    EXPECT_EQ(pairs_of({.kind = RuleKind::Mirror}, square), pairs({.kind = RuleKind::Mirror}, square).size());
  }
}

TEST(RuleTest, EndsWhereTheVisitorSaysSo) {
  const RankGrid grid({4, 4});
  for (const RuleKind kind : kGroupKinds) {
    int visited = 0;
    for_each_pair({.kind = kind, .axes = {false, true}}, grid, [&](Role, Role, std::size_t) { return ++visited < 2; });
    EXPECT_EQ(visited, 2);
  }
}

TEST(RuleTest, GroupsOfInterleavedRanksAreSorted) {
  const RankGrid grid({4, 4}, Numbering::Interleaved);
  EXPECT_EQ(groups_along({true, false}, grid),
            (std::vector<std::vector<Role>>{{0, 2, 8, 10}, {1, 3, 9, 11}, {4, 6, 12, 14}, {5, 7, 13, 15}}));
}

TEST(RuleTest, AGroupOfOneHasNoPairs) {
  const RankGrid line({1});
  for (const RuleKind kind : kGroupKinds) EXPECT_EQ(pairs({.kind = kind, .axes = {true}}, line), Pairs{});
}

TEST(RankGridTest, CoordinatesOfOneRankAreThoseOfItsGrid) {
  const std::pair<Extents, Numbering> grids[] = {{{3, 4, 5}, Numbering::RowMajor}, {{2, 8, 4}, Numbering::Interleaved}};
  for (const auto& [extents, numbering] : grids) {
    const RankGrid grid(extents, numbering);
    for (Role rank = 0; rank < grid.ranks(); ++rank) {
      std::vector<std::int64_t> at(extents.size());
      set_coordinates(at, rank, extents, numbering);
      EXPECT_THAT(at, ::testing::ElementsAreArray(grid.at(rank))) << rank;
    }
  }
}

TEST(RuleTest, SaysWhatItIs) {
  const RankGrid grid({4, 4});
  EXPECT_EQ(text_of({.step = {0, 1}, .wraps = {false, true}}, grid), "step (0,1) round axis 2");
  EXPECT_EQ(text_of({.kind = RuleKind::AllPairs, .axes = {true, true}}, grid), "all pairs of all ranks");
  EXPECT_EQ(text_of({.kind = RuleKind::Doubling, .axes = {false, true}}, grid),
            "hypercube in groups of 4 along axis 2");
}

TEST(RankGridTest, InterleavesBits) {
  const RankGrid grid({2, 4}, Numbering::Interleaved);
  std::vector<std::vector<int>> points;
  for (Role rank = 0; rank < 8; ++rank) points.emplace_back(grid.at(rank).begin(), grid.at(rank).end());
  EXPECT_THAT(points, ::testing::ElementsAreArray(std::vector<std::vector<int>>{
                          {0, 0}, {0, 1}, {1, 0}, {1, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}}));
}

TEST(RankGridTest, Factorisations) {
  EXPECT_THAT(factorisations(12, 2),
              ::testing::UnorderedElementsAre(Extents{2, 6}, Extents{3, 4}, Extents{4, 3}, Extents{6, 2}));
  EXPECT_THAT(factorisations(7, 2), ::testing::IsEmpty());
  EXPECT_THAT(factorisations(2, 2, 1), ::testing::UnorderedElementsAre(Extents{1, 2}, Extents{2, 1}));
}

}  // namespace
}  // namespace topomorph::extrapolation
