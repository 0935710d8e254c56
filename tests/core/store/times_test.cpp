// Which runs of a case are compared with each other.
#include "core/store/store.h"
#include "tests/core/testing.h"

namespace topomorph::store {
namespace {

/// The times of runs of one generation in one situation.
class TimesTest : public ::testing::Test {
 protected:
  /// A run in the launcher's order has no model.
  void add(const std::string& model, double in_mpi, double outside, double scale = 1) {
    store::Run run;
    run.generation = "g", run.situation = "s", run.model = model;
    run.order = model.empty() ? Order::Launcher : Order::Reordered;
    run.seconds = in_mpi, run.elapsed = in_mpi + outside, run.scale = scale;
    runs_.push_back(run);
  }
  std::vector<double> seconds(const std::string& order) const {
    for (const OrderTimes& times : times_of(runs_, "g", "s")) {
      if (times.order == order) return times.seconds;
    }
    return {};
  }
  std::size_t disturbed() const { return disturbed_runs(runs_, "g", "s").size(); }

  std::vector<store::Run> runs_;
};

TEST_F(TimesTest, AreThoseOfTheOrder) {
  add("", 4, 1), add("bottleneck", 2, 1), add("", 5, 1);
  EXPECT_EQ(seconds(kLauncher), (std::vector<double>{4, 5}));
  EXPECT_EQ(seconds("bottleneck"), std::vector<double>{2});
  EXPECT_EQ(disturbed(), 0u);
}

TEST_F(TimesTest, OfRunsThatMoveMoreAreThoseOfAnotherOrder) {
  add("", 4, 1), add("", 2, 1), add("bottleneck", 3, 1), add("bottleneck", 1, 1);
  for (const std::size_t moved : {1U, 3U}) {
    runs_[moved].topologies = Topologies::Moved, runs_[moved].moved = "Cart_create 4x4", runs_[moved].predicted = 0.5;
  }
  runs_[2].topologies = Topologies::Kept;
  EXPECT_EQ(seconds(kLauncher), std::vector<double>{4});
  EXPECT_EQ(seconds("launcher + Cart_create 4x4"), std::vector<double>{2});
  EXPECT_EQ(seconds("bottleneck"), std::vector<double>{3});
  const std::vector<OrderTimes> times = times_of(runs_, "g", "s");
  EXPECT_EQ(times.back().order, "bottleneck + Cart_create 4x4");
  EXPECT_EQ(times.back().world, "bottleneck");
  EXPECT_EQ(times.back().predicted, 0) << "the prediction is of the order of MPI_COMM_WORLD";
  EXPECT_EQ(times.front().world, "");
}

TEST_F(TimesTest, OfANewOrderIncludeWhatItTookToMakeIt) {
  add("", 4, 1), add("bottleneck", 2, 1), add("bottleneck", 2, 1);
  runs_[0].starting = runs_[1].starting = 0.25, runs_[2].starting = 0.75;
  EXPECT_EQ(seconds(kLauncher), std::vector<double>{4}) << "it needs no plan";
  EXPECT_EQ(seconds("bottleneck"), (std::vector<double>{2.25, 2.75}));
  EXPECT_EQ(times_of(runs_, "g", "s").back().starting, 0.5);
}

TEST_F(TimesTest, OfAnotherSituationDoNotCount) {
  add("", 4, 1), add("", 5, 1);
  runs_.back().situation = "another";
  EXPECT_EQ(seconds(kLauncher), std::vector<double>{4});
}

TEST_F(TimesTest, OfAnotherGenerationAnOutdatedOrderAndNoTrafficDoNotCount) {
  for (int i = 0; i < 4; ++i) add("", 4 + i, 1);
  runs_[0].generation = "another", runs_[1].order = Order::Outdated, runs_[2].scale = 0;
  const std::vector<OrderTimes> times = times_of(runs_, "g", "s");
  ASSERT_EQ(times.size(), 1U);
  EXPECT_EQ(times[0].seconds, std::vector<double>{7});
}

TEST_F(TimesTest, HaveTheLastPredictionOfTheOrder) {
  for (const double predicted : {0.5, 0.6, 0.0}) {
    add("bottleneck", 2, 1), add("hop-bytes", 2, 1);
    runs_.back().predicted = predicted;
  }
  const std::vector<OrderTimes> times = times_of(runs_, "g", "s");
  ASSERT_EQ(times.size(), 2U);
  EXPECT_EQ(times[0].predicted, 0);
  EXPECT_EQ(times[1].predicted, 0.6) << "0 is not known";
}

TEST_F(TimesTest, OfADisturbedRunAreLeftOut) {
  add("", 9, 20), add("", 4, 10), add("bottleneck", 2, 10.5);
  EXPECT_EQ(seconds(kLauncher), std::vector<double>{4}) << "it computed twice as long";
  EXPECT_EQ(seconds("bottleneck"), std::vector<double>{2});
  EXPECT_EQ(disturbed(), 1u);
}

TEST_F(TimesTest, OfADisturbedRunAreBetterThanNone) {
  add("", 9, 20), add("", 8, 21), add("bottleneck", 2, 10);
  EXPECT_EQ(seconds(kLauncher), (std::vector<double>{9, 8}));
  EXPECT_EQ(disturbed(), 2u);
}

TEST_F(TimesTest, ALongerComputationOfMoreWorkIsNoDisturbance) {
  add("", 4, 10), add("", 8, 20, 2);
  EXPECT_EQ(seconds(kLauncher), (std::vector<double>{4, 4}));
}

TEST_F(TimesTest, ALittleComputationIsNoMeasureOfDisturbance) {
  add("", 4, 0.01), add("", 5, 0.1);
  EXPECT_EQ(disturbed(), 0u);
}

/// A quarter, a twentieth of the run and 0.2 s longer than the quietest, of the work of the profile.
TEST_F(TimesTest, ADisturbanceIsMuchLonger) {
  add("", 3, 1), add("", 80, 10.2, 4), add("", 80, 10.4, 4), add("", 1, 0.1);
  runs_.back().situation = "another";  // does not count
  EXPECT_EQ(disturbed(), 1U) << "2.55 and 2.6 s, of at most 1.25 + 1.1275 + 0.2 and 1.25 + 1.13 + 0.2";
  EXPECT_EQ(seconds(kLauncher), (std::vector<double>{3, 20}));
}

TEST(PredictedGain, IsKnownWhereAPlanWasMade) {
  for (const std::string decision :
       {"gain", "small", "continued", "first", "compare", "slower", "nothing", "again", "unsteady", "damaged"}) {
    store::Run run;
    run.gain = 12.5;
    run.decision = decision;
    const bool has_plan = decision == "gain" || decision == "small" || decision == "continued";
    EXPECT_EQ(predicted_gain(run), has_plan ? std::optional(12.5) : std::nullopt) << decision;
  }
}

}  // namespace
}  // namespace topomorph::store
