// Pairs of ranks from rows and groups, and groups of too many pairs.
#include "core/extrapolation/pair_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/model/groups.h"
#include "tests/core/extrapolation/patterns.h"

namespace topomorph::extrapolation {
namespace {

/// All-to-alls of successive ranks, which stay groups.
Affinity all_to_alls(std::size_t count, std::size_t members) {
  std::vector<GroupTraffic> groups(count);
  Role rank = 0;
  for (GroupTraffic& group : groups) {
    for (std::size_t i = 0; i < members; ++i) group.members.push_back(rank++);
    group.bytes.assign(members, 100 * (members - 1));
    group.messages.assign(members, members - 1);
  }
  return affinity_of(rank, {}, std::move(groups), 0);
}

TEST(PairTableTest, JoinsBothDirections) {
  const PairTable table(Drawn(3).one(0, 1, 5).one(1, 0, 7).one(2, 2, 9).affinity());
  ASSERT_EQ(table.pairs().size(), 1);
  EXPECT_EQ(table.pairs()[0].bytes[0], 5);
  EXPECT_EQ(table.pairs()[0].bytes[1], 7);
  EXPECT_EQ(table.find(1, 0), 0);
  EXPECT_FALSE(table.find(0, 2));
}

TEST(PairTableTest, GroupsAreTheirPairs) {
  const PairTable table(all_to_alls(2, 3));
  EXPECT_EQ(table.pairs().size(), 6);
  EXPECT_TRUE(table.find(3, 5));
  EXPECT_FALSE(table.find(2, 3));
}

TEST(PairTableTest, RefusesGroupsOfTooManyPairsTogether) {
  constexpr std::size_t kGroups = 60, kMembers = 300;
  ASSERT_LT(pairs_of_group(kMembers), PairTable::kMost);
  ASSERT_GT(kGroups * pairs_of_group(kMembers), PairTable::kMost);
  EXPECT_THROW(PairTable(all_to_alls(kGroups, kMembers)), InputError);
}

}  // namespace
}  // namespace topomorph::extrapolation
