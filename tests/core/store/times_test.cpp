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

}  // namespace
}  // namespace topomorph::store
