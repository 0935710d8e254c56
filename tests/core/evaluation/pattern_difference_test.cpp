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

TEST(Difference, DoesNotOverflow) {
  const std::uint64_t large = std::uint64_t{1} << 62;
  EXPECT_NEAR(difference(of(3, {{0, 1, large, 1}, {1, 2, large, 1}}), of(3, {{0, 1, large, 1}})), 0.5, 1e-12);
}

TEST(Difference, OfOtherNumbersOfRolesIsRefused) {
  EXPECT_INPUT_ERROR(difference(of(2, {}), of(3, {})), "affinities of 2 and 3 roles");
}

}  // namespace
}  // namespace topomorph::evaluation
