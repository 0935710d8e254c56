// Decisions on invented times.
#include "core/store/judgement.h"

#include "tests/core/testing.h"

namespace topomorph::store {
namespace {

constexpr double kMargin = 5;

Verdict verdict(const Times& times) { return judge(times, kMargin).verdict; }

TEST(Judgement, TheNewOrderIsTrustedFirst) {
  EXPECT_EQ(verdict({}), Verdict::Reorder);
  EXPECT_EQ(verdict({{1}, {}}), Verdict::Reorder);
  EXPECT_EQ(verdict({{1}, {9}}), Verdict::Reorder) << "one slow run may have many reasons";
}

TEST(Judgement, AFasterOrderStays) {
  EXPECT_EQ(verdict({{1}, {0.5, 0.5}}), Verdict::Reorder);
  EXPECT_EQ(verdict({{1}, {0.5, 0.5, 30}}), Verdict::Reorder) << "one of three";
  EXPECT_EQ(judge({{1}, {0.5, 0.5}}, kMargin).why, "");
}

TEST(Judgement, ADifferenceWithinTheMarginIsNone) {
  EXPECT_EQ(verdict({{1, 1, 1}, {1.04, 1.04, 1.04}}), Verdict::Reorder);
  EXPECT_EQ(verdict({{1, 1, 1}, {1.06, 1.06, 1.06}}), Verdict::Slower);
  EXPECT_EQ(judge({{1, 1, 1}, {1.06, 1.06, 1.06}}, 10).verdict, Verdict::Reorder);
}

TEST(Judgement, WithoutTheLaunchersOrderOneRunIsMade) {
  const Judgement judgement = judge({{}, {1, 1}}, kMargin);
  EXPECT_EQ(judgement.verdict, Verdict::Compare);
  EXPECT_EQ(judgement.why, "this run is to compare with, no run in the launcher's order is known here");
}

TEST(Judgement, ASuspectIsTriedUntilItIsClear) {
  EXPECT_EQ(verdict({{1}, {2, 2}}), Verdict::Compare);
  EXPECT_EQ(verdict({{1, 1}, {2, 2}}), Verdict::Compare);
  EXPECT_EQ(verdict({{1, 1, 1}, {2, 2}}), Verdict::Reorder);
  EXPECT_EQ(verdict({{1, 1, 1}, {2, 2, 2}}), Verdict::Slower);
}

TEST(Judgement, SaysWhatItMeasured) {
  EXPECT_EQ(judge({{1, 1.2, 1.1}, {2, 2.5, 1.9, 2.1}}, kMargin).why,
            "the new order was slower: 2.05 s in MPI against 1.1 s (4 and 3 runs)");
}

TEST(Judgement, OverlappingTimesNeedMoreRuns) {
  EXPECT_EQ(verdict({{1, 1, 1.9}, {1.5, 1.6, 1.8}}), Verdict::Compare);
  EXPECT_EQ(verdict({{1, 1, 1.9, 1}, {1.5, 1.6, 1.8}}), Verdict::Reorder);
  EXPECT_EQ(verdict({{1, 1, 1.9, 1, 1, 1}, {1.5, 1.6, 1.8, 1.7, 1.6, 1.5}}), Verdict::Slower);
}

TEST(Judgement, NoiseDoesNotAskForRunsForEver) {
  const std::vector<double> launcher = {1, 2, 1, 2, 1, 2, 1, 2}, reordered = {2, 1, 2, 1, 2, 1, 2, 2};
  const Judgement judgement = judge({launcher, reordered}, kMargin);
  EXPECT_EQ(judgement.verdict, Verdict::Reorder);
  EXPECT_THAT(judgement.why, ::testing::HasSubstr("noise"));
}

TEST(Median, IsTheMiddle) {
  EXPECT_EQ(median({}), 0);
  EXPECT_EQ(median({3}), 3);
  EXPECT_EQ(median({9, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 2, 9}), 3);
}

// Probabilities of U from table 1 of [Mann 1947].
TEST(MannWhitney, AgreesWithTheTables) {
  const auto chance = [](std::vector<double> greater, std::vector<double> smaller) {
    return chance_of_being_greater(greater, smaller);
  };
  EXPECT_NEAR(chance({4, 5, 6}, {1, 2, 3}), 0.05, 1e-12);
  EXPECT_NEAR(chance({3, 5, 6}, {1, 2, 4}), 0.1, 1e-12);
  EXPECT_NEAR(chance({5, 6, 7, 8}, {1, 2, 3, 4}), 1 / 70.0, 1e-12);
  EXPECT_NEAR(chance({2, 3}, {1}), 1 / 3.0, 1e-12);
  EXPECT_NEAR(chance({1, 2, 3}, {4, 5, 6}), 1, 1e-12);
  EXPECT_NEAR(chance({1, 1}, {1, 1}), 1, 1e-12) << "equal values speak against";
  EXPECT_NEAR(chance({}, {}), 1, 1e-12);
}

}  // namespace
}  // namespace topomorph::store
