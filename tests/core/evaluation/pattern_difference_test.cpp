// The difference of two affinities.
#include "core/evaluation/pattern_difference.h"

#include "tests/core/testing.h"

namespace topomorph::evaluation {
namespace {

Affinity of(std::uint64_t roles, std::vector<Traffic> traffic) {
  return Affinity::from_traffic(roles, std::move(traffic));
}

TEST(Difference, OfTheSamePatternIsNone) {
  const Affinity affinity = testing::random_affinity(50, 200, 1);
  EXPECT_NEAR(difference(affinity, affinity), 0, 1e-12);
  EXPECT_NEAR(difference(affinity, affinity, Weight::Messages), 0, 1e-12);
}

TEST(Difference, DoesNotSeeHowLongAProgramRan) {
  const Affinity once = of(3, {{0, 1, 100, 1}, {1, 2, 50, 1}}), often = of(3, {{0, 1, 900, 9}, {1, 2, 450, 9}});
  EXPECT_NEAR(difference(once, often), 0, 1e-12);
}

TEST(Difference, DoesNotSeeDirections) {
  EXPECT_NEAR(difference(of(2, {{0, 1, 30, 1}, {1, 0, 10, 1}}), of(2, {{1, 0, 40, 1}})), 0, 1e-12);
}

TEST(Difference, IsTheShareThatGoesElsewhere) {
  const Affinity before = of(4, {{0, 1, 75, 1}, {2, 3, 25, 1}});
  const Affinity after = of(4, {{0, 1, 75, 1}, {1, 2, 25, 1}});
  EXPECT_NEAR(difference(before, after), 0.25, 1e-12);
  EXPECT_NEAR(difference(after, before), 0.25, 1e-12);
  EXPECT_NEAR(difference(before, after, Weight::Messages), 0.5, 1e-12);
}

TEST(Difference, IsOneWhereNothingIsAsBefore) {
  EXPECT_NEAR(difference(of(4, {{0, 1, 10, 1}}), of(4, {{2, 3, 10, 1}})), 1, 1e-12);
  EXPECT_EQ(difference(of(2, {}), of(2, {{0, 1, 1, 1}})), 1);
  EXPECT_EQ(difference(of(2, {{0, 1, 1, 1}}), of(2, {})), 1);
  EXPECT_EQ(difference(of(2, {}), of(2, {})), 0);
}

TEST(Difference, LeavesOutWhatARoleSendsItself) {
  EXPECT_NEAR(difference(of(2, {{0, 0, 1000, 1}, {0, 1, 1, 1}}), of(2, {{0, 1, 1, 1}})), 0, 1e-12);
}

TEST(Difference, AGroupIsOnePair) {
  const auto with_group = [](std::vector<Role> members, std::uint64_t bytes, std::uint64_t messages) {
    Affinity affinity = of(6, {{0, 1, 75, 30}});
    const std::size_t size = members.size();
    std::vector<std::uint64_t> all_bytes(size, 0), all_messages(size, 0);
    all_bytes[1] = bytes, all_messages[0] = messages;
    affinity.add_groups({{std::move(members), all_bytes, all_messages}});
    return affinity;
  };
  const Affinity before = with_group({1, 2, 4}, 25, 20);
  EXPECT_NEAR(difference(before, before), 0, 1e-12);
  EXPECT_NEAR(difference(before, with_group({1, 2, 4}, 225, 20)), 0.5, 1e-12) << "a quarter of it, then three";
  EXPECT_NEAR(difference(before, with_group({1, 2, 4}, 225, 20), Weight::Messages), 0, 1e-12);
  for (const std::vector<Role>& other : {std::vector<Role>{0, 2, 4}, {1, 2, 5}, {1, 2, 3, 4}}) {
    EXPECT_NEAR(difference(before, with_group(other, 25, 20)), 0.25, 1e-12) << "another group";
    EXPECT_NEAR(difference(before, with_group(other, 25, 20), Weight::Messages), 0.4, 1e-12);
  }
  EXPECT_NEAR(difference(before, of(6, {{1, 0, 75, 30}})), 0.25, 1e-12) << "of a group and no pair";
}

TEST(Difference, DoesNotOverflow) {
  const std::uint64_t large = std::uint64_t{1} << 62;
  EXPECT_NEAR(difference(of(3, {{0, 1, large, 1}, {1, 2, large, 1}}), of(3, {{0, 1, large, 1}})), 0.5, 1e-12);
}

TEST(Difference, OfOtherNumbersOfRolesIsRefused) {
  EXPECT_INPUT_ERROR(difference(of(2, {}), of(3, {})), "affinities of 2 and 3 roles");
}

}  // namespace
}  // namespace topomorph::evaluation
