// Shares of a machine's sides: every product that makes up the axes, each once.
#include "core/mapping/grids/side_shares.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace topomorph::mapping {
namespace {

using Extents = std::vector<std::uint64_t>;

std::set<SideShare> all_shares(const Extents& extents, const std::vector<MachineSide>& sides, bool is_whole = true) {
  std::set<SideShare> found;
  SideShares(extents, sides, is_whole).for_each([&](const SideShare& share) {
    EXPECT_TRUE(found.insert(share).second) << "a share came twice";
    for (std::size_t axis = 0; axis < extents.size(); ++axis) {
      std::uint64_t places = 1;
      for (const auto& side : share) {
        for (const Digit& digit : side) places *= digit.axis == axis ? digit.size : 1;
      }
      EXPECT_GE(places, extents[axis]);
    }
    return true;
  });
  return found;
}

MachineSide line(std::uint64_t size, std::uint64_t cost = 1) { return {size, cost, true, true, 1}; }
MachineSide level(std::uint64_t size, std::uint64_t cost = 1) { return {size, cost, false, false, 1}; }

TEST(SideShares, AreProductsInEveryOrder) {
  EXPECT_EQ(all_shares({2, 3}, {line(6)}), (std::set<SideShare>{{{{0, 2}, {1, 3}}}, {{{1, 3}, {0, 2}}}}));
  EXPECT_EQ(all_shares({2, 3}, {level(6)}), (std::set<SideShare>{{{{0, 2}, {1, 3}}}})) << "all places are equally far";
  EXPECT_EQ(all_shares({4, 6}, {line(8), line(3)}).size(), 2U) << "8 is 4 x 2 in two orders, and 3 the rest of 6";
  EXPECT_TRUE(all_shares({5, 5}, {line(5), line(4)}).empty());
}

TEST(SideShares, OfSmallerGridsLeavePlacesFree) {
  const std::set<SideShare> shares = all_shares({3, 3}, {line(4), line(4)});
  EXPECT_TRUE(shares.contains({{{0, 3}}, {{1, 3}}}));
  EXPECT_FALSE(shares.contains({{{0, 4}}, {{1, 4}}})) << "no factor is larger than it must be";
}

TEST(SideShares, OfLikeSidesComeOnce) {
  const std::vector<MachineSide> two = {line(4), line(4)};
  const auto all = all_shares({4, 4}, two, false), one_of_each = all_shares({4, 4}, two, true);
  EXPECT_TRUE(all.contains({{{0, 4}}, {{1, 4}}}) && all.contains({{{1, 4}}, {{0, 4}}}));
  EXPECT_NE(one_of_each.contains({{{0, 4}}, {{1, 4}}}), one_of_each.contains({{{1, 4}}, {{0, 4}}}));
  EXPECT_EQ(all_shares({4, 4}, {line(4, 1), line(4, 9)}, true).size(), all.size()) << "hops cost differently";
}

TEST(SideShares, EndWhenTheVisitorHasEnough) {
  int count = 0;
  const Extents extents = {8, 8};
  SideShares(extents, {line(8), line(8)}, true).for_each([&](const SideShare&) { return ++count < 3; });
  EXPECT_EQ(count, 3);
}

}  // namespace
}  // namespace topomorph::mapping
