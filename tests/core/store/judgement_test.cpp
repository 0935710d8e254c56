// Choices from invented times.
#include "core/store/judgement.h"

#include "tests/core/testing.h"

namespace topomorph::store {
namespace {

constexpr double kMargin = 5;
using Seconds = std::vector<double>;

/// The times are given in units of 100 s, beside which the seconds that no order makes are nothing.
Choice choice(std::vector<OrderTimes> known, double margin = kMargin) {
  for (OrderTimes& order : known) {
    for (double& seconds : order.seconds) seconds *= 100;
  }
  return choose(known, margin);
}

/// Returns the order that follows these times of the launcher's order and of one new order.
std::string after(const Seconds& launcher, const Seconds& reordered) {
  return choice({{kLauncher, launcher}, {"hop-bytes", reordered}}).order;
}

TEST(Choice, WithoutTimesThePredictionDecides) {
  EXPECT_EQ(choice({}).order, "");
  EXPECT_EQ(choice({}).reason, Reason::Predicted);
  EXPECT_TRUE(choice({}).explore);
}

TEST(Choice, AtMostThreeOrdersAreTried) {
  EXPECT_TRUE(choice({{kLauncher, {1}}}).explore);
  EXPECT_TRUE(choice({{kLauncher, {1}}, {"hop-bytes", {0.5}}}).explore);
  const Choice last = choice({{kLauncher, {1}}, {"hop-bytes", {0.9}}, {"bottleneck", {0.3}}});
  EXPECT_FALSE(last.explore);
  EXPECT_EQ(last.order, "bottleneck");
  EXPECT_EQ(last.reason, Reason::Fastest);
}

TEST(Choice, TheFastestIsUsedWhicheverWasPredictedFirst) {
  EXPECT_EQ(choice({{kLauncher, {2}}, {"hop-bytes", {3}}, {"bottleneck", {1}}}).order, "bottleneck");
  EXPECT_EQ(choice({{kLauncher, {2}}, {"hop-bytes", {1}}, {"bottleneck", {3}}}).order, "hop-bytes");
  const Choice launcher = choice({{kLauncher, {1}}, {"hop-bytes", {3}}, {"bottleneck", {2}}});
  EXPECT_EQ(launcher.order, kLauncher);
  EXPECT_EQ(launcher.reason, Reason::Slower);
  EXPECT_EQ(launcher.why, "the new order was slower: 200 s in MPI against 100 s (1 and 1 run)");
}

TEST(Choice, WithoutTheLaunchersOrderTheThirdRunIsOne) {
  EXPECT_EQ(choice({{"hop-bytes", {1}}}).order, "hop-bytes");
  EXPECT_TRUE(choice({{"hop-bytes", {1}}}).explore);
  for (const auto& known : {std::vector<OrderTimes>{{"hop-bytes", {1, 1}}},
                            std::vector<OrderTimes>{{"hop-bytes", {1}}, {"bottleneck", {1}}}}) {
    const Choice third = choice(known);
    EXPECT_EQ(third.order, kLauncher);
    EXPECT_EQ(third.reason, Reason::Compare);
    EXPECT_FALSE(third.explore);
    EXPECT_EQ(third.why, "this run is to compare with, no run in the launcher's order is known here");
  }
}

TEST(Choice, AClearlyFasterOrderStaysWithoutComparisons) {
  EXPECT_EQ(after({1}, {0.5}), "hop-bytes");
  EXPECT_EQ(after({1}, {0.5, 0.5, 0.5, 0.5}), "hop-bytes");
  EXPECT_EQ(after({1}, {0.5, 0.5, 30}), "hop-bytes") << "one of three";
}

TEST(Choice, OneRunMayBeSlowForManyReasons) {
  EXPECT_EQ(after({10}, {12}), "hop-bytes") << "20 % after one run are close";
  EXPECT_EQ(after({10}, {13}), kLauncher);
  EXPECT_EQ(after({10}, {12, 12}), kLauncher) << "after two runs they are not";
  EXPECT_EQ(choice({{kLauncher, {10}}, {"hop-bytes", {12, 12}}}).reason, Reason::Slower);
  EXPECT_EQ(after({1e-4}, {1e-2}), "hop-bytes") << "a second in all is too short to see";
  EXPECT_EQ(choice({{kLauncher, {10, 10, 10}}, {"hop-bytes", {10.6, 10.6, 10.6}}}).reason, Reason::Slower);
  EXPECT_EQ(choice({{kLauncher, {10, 10, 10}}, {"hop-bytes", {11.5, 11.5}}}, 10).order, "hop-bytes") << "close by 20 %";
}

TEST(Choice, CloseOrdersAreUsedInTurnUntilEachHasThreeRuns) {
  EXPECT_EQ(after({1}, {0.95}), "hop-bytes");
  EXPECT_EQ(after({1}, {0.95, 0.95}), kLauncher);
  const Choice compared = choice({{kLauncher, {1}}, {"hop-bytes", {0.95, 0.95}}});
  EXPECT_EQ(compared.reason, Reason::Compare);
  EXPECT_EQ(compared.why, "this run is to compare with, the orders are close: 95 s in MPI against 100 s (2 and 1 run)");
  EXPECT_EQ(after({1, 1}, {0.95, 0.95}), "hop-bytes");
  EXPECT_EQ(after({1, 1}, {0.95, 0.95, 0.95}), kLauncher);
  EXPECT_EQ(after({1, 1, 1}, {0.95, 0.95, 0.95}), "hop-bytes") << "three runs, all faster";
}

TEST(Choice, AnOrderThatBringsNothingIsDropped) {
  const Seconds launcher = {1, 1.1, 1, 1.1, 1, 1.1, 1, 1.1}, reordered = {1.1, 1, 1, 1.08, 1, 1.1, 1, 1.08};
  EXPECT_EQ(after({1, 1.1, 1}, {0.99, 1.05, 0.98}), "hop-bytes") << "not clear after three runs";
  const Choice dropped = choice({{kLauncher, launcher}, {"hop-bytes", reordered}});
  EXPECT_EQ(dropped.order, kLauncher);
  EXPECT_EQ(dropped.reason, Reason::Nothing);
  EXPECT_THAT(dropped.why, ::testing::StartsWith("the new order brings nothing: "));
}

TEST(Choice, TheOrdersAreComparedUntilBothHaveEightRuns) {
  const Seconds launcher = {1, 1.1, 1, 1.1, 1, 1.1, 1.1, 1.1}, reordered = {1.1, 1, 1, 1.08, 1, 1.1, 1.08, 1.08};
  const auto decided = [&](std::ptrdiff_t launcher_runs, std::ptrdiff_t new_runs) {
    return choice({{kLauncher, {launcher.begin(), launcher.begin() + launcher_runs}},
                   {"hop-bytes", {reordered.begin(), reordered.begin() + new_runs}}});
  };
  EXPECT_EQ(decided(7, 7).order, "hop-bytes") << "the new one first";
  EXPECT_EQ(decided(8, 7).order, "hop-bytes");
  EXPECT_EQ(decided(7, 8).order, kLauncher);
  for (const Choice& undecided : {decided(7, 7), decided(8, 7), decided(7, 8)}) {
    EXPECT_EQ(undecided.reason, Reason::Compare);
  }
  EXPECT_EQ(decided(8, 8).reason, Reason::Nothing);
}

TEST(Choice, NoOtherOrderIsTriedAfterThreeRunsInOne) {
  EXPECT_TRUE(choice({{kLauncher, {1, 1}}, {"hop-bytes", {0.5, 0.5}}}).explore);
  EXPECT_FALSE(choice({{kLauncher, {1}}, {"hop-bytes", {0.5, 0.5, 0.5}}}).explore);
  EXPECT_FALSE(choice({{kLauncher, {1, 1, 1}}, {"hop-bytes", {2}}}).explore);
}

TEST(Choice, EqualTimesKeepTheLaunchersOrder) {
  const Choice equal = choice({{"hop-bytes", {1, 1, 1}}, {kLauncher, {1, 1, 1}}});
  EXPECT_EQ(equal.order, kLauncher);
}

TEST(Choice, AnOrderThatBecameSlowerIsLeft) { EXPECT_EQ(after({1, 1, 1}, {0.9, 0.9, 0.9, 2, 2, 2, 2}), kLauncher); }

/// The times of an order that moves ranks of virtual topologies too.
OrderTimes with_moves(const std::string& world, const Seconds& seconds) {
  return {world + " + Cart_create 4x4", seconds, 0, 0, world};
}

TEST(Moves, AreAnotherOrderThanTheLaunchers) {
  const Choice faster = choice({{kLauncher, {1, 1}}, with_moves(kLauncher, {0.5})});
  EXPECT_EQ(faster.order, "launcher + Cart_create 4x4");
  EXPECT_EQ(faster.world, kLauncher);
  const Choice slower = choice({{kLauncher, {1, 1}}, with_moves(kLauncher, {2})});
  EXPECT_EQ(slower.order, kLauncher);
  EXPECT_EQ(slower.reason, Reason::Slower);
  const Choice third = choice({with_moves("hop-bytes", {1, 1})});
  EXPECT_EQ(third.order, kLauncher) << "no run in the launcher's order is known";
  EXPECT_EQ(third.reason, Reason::Compare);
}

TEST(Moves, OfTheBestOrderMustPassTheTestAgainstItWithoutThem) {
  const auto chosen = [](const Seconds& without, const Seconds& with) {
    return choice({{kLauncher, {3, 3, 3}}, {"hop-bytes", without}, with_moves("hop-bytes", with)});
  };
  EXPECT_EQ(chosen({1, 1, 1}, {0.99, 0.99, 0.99}).order, "hop-bytes + Cart_create 4x4") << "three runs, all faster";
  EXPECT_EQ(chosen({1, 0.98, 1}, {0.99, 0.97, 0.99}).reason, Reason::Compare);
  EXPECT_EQ(chosen({1, 1, 1}, {1, 1, 1}).order, "hop-bytes") << "equal times move less";
  EXPECT_EQ(chosen({1}, {2}).order, "hop-bytes");
}

TEST(Moves, ThatBringNothingAreDropped) {
  const Seconds without = {1, 1.1, 1, 1.1, 1, 1.1, 1, 1.1}, with = {1.1, 1, 1, 1.08, 1, 1.1, 1, 1.08};
  const Choice dropped = choice({{kLauncher, {3, 3, 3}}, {"hop-bytes", without}, with_moves("hop-bytes", with)});
  EXPECT_EQ(dropped.order, "hop-bytes");
  EXPECT_EQ(dropped.reason, Reason::Fastest);
  const Choice in_launchers = choice({{kLauncher, without}, with_moves(kLauncher, with)});
  EXPECT_EQ(in_launchers.order, kLauncher);
  EXPECT_EQ(in_launchers.reason, Reason::Nothing);
}

TEST(Moves, CountAsNoFurtherOrderOfTheWorld) {
  EXPECT_TRUE(choice({{kLauncher, {1}}, {"hop-bytes", {0.5}}, with_moves("hop-bytes", {2})}).explore);
  EXPECT_FALSE(choice({{kLauncher, {1}}, {"hop-bytes", {0.5}}, with_moves("hop-bytes", {0.2})}).explore)
      << "a run changes one thing at a time";
}

TEST(PredictionError, IsThatOfTheRatios) {
  EXPECT_NEAR(*prediction_error(std::vector<OrderTimes>{{kLauncher, {10}}, {"hop-bytes", {5}, 0.6}}), 0.2, 1e-12);
  const std::vector<OrderTimes> two = {{kLauncher, {10, 10}}, {"hop-bytes", {5}, 0.6}, {"bottleneck", {4, 4, 9}, 0.4}};
  EXPECT_NEAR(*prediction_error(two), 0.1, 1e-12) << "the mean";
}

TEST(PredictionError, LeavesOutWhatItTookToMakeTheOrder) {
  EXPECT_NEAR(*prediction_error(std::vector<OrderTimes>{{kLauncher, {10}}, {"hop-bytes", {6}, 0.6, 1}}), 0.2, 1e-12);
}

TEST(PredictionError, IsNotKnownWithoutBothAndOfShortRuns) {
  EXPECT_FALSE(prediction_error({}));
  EXPECT_FALSE(prediction_error(std::vector<OrderTimes>{{"hop-bytes", {5}, 0.6}}));
  EXPECT_FALSE(prediction_error(std::vector<OrderTimes>{{kLauncher, {10}}, {"hop-bytes", {5}}}));
  EXPECT_FALSE(prediction_error(std::vector<OrderTimes>{{kLauncher, {0.99}}, {"hop-bytes", {0.1}, 0.6}}));
  EXPECT_TRUE(prediction_error(std::vector<OrderTimes>{{kLauncher, {1}}, {"hop-bytes", {0.1}, 0.6}}));
  EXPECT_FALSE(prediction_error(std::vector<OrderTimes>{{kLauncher, {9}}, {"hop-bytes", {0.5}, 0.6, 0.5}}))
      << "it took no time but to make the order";
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
