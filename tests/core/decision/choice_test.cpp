// The choice among orders whose times are known, and the line about it.
#include "core/decision/choice.h"

#include <gmock/gmock.h>

#include "core/model/tree.h"
#include "core/store/judgement.h"
#include "tests/core/testing.h"

namespace topomorph::decision {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

/// Two hosts of two slots each, and orders that are nothing but their times.
class ChoiceTest : public ::testing::Test {
 protected:
  ChoiceTest() {
    const std::vector<std::uint64_t> arities = {2, 2};
    job_.topology = std::make_shared<const TreeTopology>(TreeTopology::regular(arities));
    job_.slot_of_process = job_.process_of_slot = {0, 1, 2, 3};
    job_.host_level = 1;
    add(store::kLauncher, 10);
  }

  /// Adds an order of a job that spends all of its time in MPI.
  void add(const std::string& name, double seconds, const std::string& standard = "") {
    CandidateOrder order{name, {0, 2, 1, 3}, name, {}, seconds, 0, standard};
    order.gain.borders = {{"", 4}, {"node", 2}};
    order.gain.hosts = 1;
    planning::add_job_times(order.gain, {10, 10}, {seconds, seconds});
    orders_.push_back(std::move(order));
  }

  const CandidateOrder& chosen() const { return choose_order(orders_, problem_); }
  std::string line() const { return line_for(orders_, chosen(), problem_); }

  Affinity affinity_ = Affinity::from_traffic(4, {{0, 2, 100, 1}});
  planning::JobSlots job_;
  Mapping present_ = {0, 1, 2, 3};
  mapping::MapOptions map_;
  planning::Aim aim_;
  Wish wish_;
  OrderProblem problem_{affinity_, job_, present_, map_, aim_, wish_};
  std::vector<CandidateOrder> orders_;
};

TEST_F(ChoiceTest, TheLeastTimeWins) {
  add("hop-bytes", 8);
  add("bottleneck", 7);
  EXPECT_EQ(chosen().name, "bottleneck");
  EXPECT_EQ(&best_predicted(orders_), &orders_[2]);
}

TEST_F(ChoiceTest, AModelThatIsHardlyBetterDoesNotReplaceTheFirst) {
  add("hop-bytes", 8);
  add("bottleneck", 7.9);
  EXPECT_EQ(chosen().name, "hop-bytes");
}

TEST_F(ChoiceTest, TheLauncherKeepsItsOrderUnderTheLeastGain) {
  add("hop-bytes", 9.6);
  EXPECT_EQ(chosen().name, store::kLauncher);
  EXPECT_THAT(line(), HasSubstr("would save 4 % of the job's 10 s (under 5 % of its time in MPI): order kept"));
  wish_.min_gain = 3;
  EXPECT_EQ(chosen().name, "hop-bytes");
  EXPECT_THAT(line(), HasSubstr("predicted time of the job 10 s -> 9.6 s (-4 %)"));
}

TEST_F(ChoiceTest, AWellCalibratedReplayNeedsALesserGain) {
  aim_.calibration = planning::Calibration{.measured = {10, 10}, .replayed = {10, 10}};
  EXPECT_EQ(least_gain(problem_), 2);
  aim_.calibration->replayed = {11, 11};
  EXPECT_NEAR(least_gain(problem_), 10.0 / 3, 1e-9);
  aim_.calibration->replayed = {20, 20};
  EXPECT_EQ(least_gain(problem_), 5);
  wish_.min_gain = 7;
  EXPECT_EQ(least_gain(problem_), 7) << "the user's counts";
}

TEST_F(ChoiceTest, AnOrderOfTheLauncherThatIsAsGoodIsNamed) {
  add("hop-bytes", 5);
  add("node", 5.05, "node");
  EXPECT_EQ(chosen().name, "hop-bytes");
  EXPECT_THAT(line(), EndsWith(", as good as --map-by node"));
  orders_.back().seconds = 6;
  EXPECT_EQ(as_good_standard_order(orders_, chosen()), "");
}

TEST_F(ChoiceTest, AStandardOrderThatIsWorseIsNotWhatTheLineOfAKeptOrderTellsOf) {
  add("node", 12, "node");
  EXPECT_EQ(&best_gain(orders_), &orders_.front());
  EXPECT_THAT(line(), HasSubstr("would save nothing of the job's 10 s: order kept"));
}

TEST_F(ChoiceTest, WhatEarlierRunsHaveShownIsUsedAgain) {
  add("hop-bytes", 5);
  add("bottleneck", 9);
  wish_.order = "bottleneck";
  EXPECT_EQ(chosen().name, "bottleneck");
  wish_.order = "gone";
  EXPECT_EQ(chosen().name, "hop-bytes");
}

TEST_F(ChoiceTest, AnExploringJobTriesWhatIsNearTheBestAndWasNotTried) {
  wish_.explore = true;
  add("hop-bytes", 8);
  add("bottleneck", 8.5);
  add("messages", 9.9);
  EXPECT_EQ(chosen().name, "hop-bytes");
  wish_.tried = {store::kLauncher, "hop-bytes"};
  EXPECT_EQ(chosen().name, "bottleneck");
  wish_.tried.emplace_back("bottleneck");
  EXPECT_EQ(chosen().name, store::kLauncher) << "messages is further from the best than predictions are wrong";
  aim_.error = 0.3;
  EXPECT_EQ(chosen().name, "messages");
}

TEST_F(ChoiceTest, AnExploringJobTriesASmallGainUnlessTheUserHasSaidMore) {
  wish_.explore = true;
  add("hop-bytes", 9.9);
  EXPECT_EQ(chosen().name, "hop-bytes");
  wish_.min_gain = 4;
  EXPECT_EQ(chosen().name, store::kLauncher);
}

TEST_F(ChoiceTest, ACallNeedsNoLeastGain) {
  wish_.call = "Cart_create 2x2";
  add("hop-bytes", 10);
  orders_.back().gain.cost_before = 8;
  orders_.back().gain.cost_after = 7;
  EXPECT_EQ(chosen().name, "hop-bytes");
  orders_.back().gain.cost_after = 8;
  EXPECT_EQ(chosen().name, store::kLauncher);
}

}  // namespace
}  // namespace topomorph::decision
