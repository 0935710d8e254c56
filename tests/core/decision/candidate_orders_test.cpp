// Which orders a job may get, and where their times come from.
#include "core/decision/candidate_orders.h"

#include <gmock/gmock.h>

#include "core/model/tree.h"
#include "core/replay/platform.h"
#include "core/store/judgement.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::decision {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;

/// Two hosts of two slots each, on which 0 and 2, and 1 and 3, talk to each other: by node that stays inside hosts.
class CandidateOrdersTest : public ::testing::Test {
 protected:
  CandidateOrdersTest() {
    const std::vector<std::uint64_t> arities = {2, 2};
    job_.topology = std::make_shared<const TreeTopology>(TreeTopology::regular(arities));
    job_.slot_of_process = job_.process_of_slot = {0, 1, 2, 3};
    job_.host_level = 1;
    aim_.cost = planning::cost_options(evaluation::CostModel::HopBytes, "0.5/8000:50/100", job_);
    platform_ = replay::platform_of(*job_.topology, aim_.cost);
    for (std::uint32_t me = 0; me < 4; ++me) {
      const std::uint32_t other = (me + 2) % 4;
      trace::ProcessTrace process;
      process.steps = {trace::loop(100, 3), trace::after(1e-3, trace::start_receive(other, 0)),
                       trace::start_send(other, 1000000, 1), trace::wait(0, 2)};
      process.seen = 300;
      trace_.processes.push_back(process);
    }
    map_.launcher_order = present_;
    map_.pinned = {{0, 0}};
  }

  void use_trace() { problem_.trace = &trace_, problem_.platform = &platform_; }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const CandidateOrder& order : candidate_orders(problem_)) names.push_back(order.name);
    return names;
  }

  Affinity affinity_ = Affinity::from_traffic(
      4, {{0, 2, 100000000, 100}, {2, 0, 100000000, 100}, {1, 3, 100000000, 100}, {3, 1, 100000000, 100}});
  planning::JobSlots job_;
  Mapping present_ = {0, 1, 2, 3};
  mapping::MapOptions map_;
  planning::Aim aim_;
  Wish wish_;
  replay::Platform platform_;
  trace::Trace trace_;
  OrderProblem problem_{affinity_, job_, present_, map_, aim_, wish_};
};

TEST_F(CandidateOrdersTest, SayWhatCrossesInEveryOrder) {
  std::vector<Traffic> all;
  for (Role from = 0; from < 4; ++from) {
    for (Role to = 0; to < 4; ++to) {
      if (from != to) all.push_back({from, to, 100, 1});
    }
  }
  const Affinity affinity = Affinity::from_traffic(4, all);
  const auto orders = candidate_orders({affinity, job_, present_, map_, aim_, wish_});
  ASSERT_EQ(orders.size(), 1U) << "all orders are alike";
  EXPECT_EQ(orders[0].gain.borders[0].least.bytes, 1200U);
  EXPECT_EQ(orders[0].gain.borders[1].least.bytes, 800U);
  EXPECT_EQ(orders[0].gain.borders[1].before.bytes, 800U);
}

TEST_F(CandidateOrdersTest, WithoutATraceThereIsOneNewOrder) {
  const auto orders = candidate_orders(problem_);
  ASSERT_EQ(orders.size(), 2U);
  EXPECT_EQ(orders[0].mapping, present_);
  EXPECT_EQ(orders[1].name, "hop-bytes");
  EXPECT_EQ(orders[1].mapping[2] / 2, 0U) << "0 and 2 are on the first host";
  EXPECT_FALSE(orders[1].gain.job_before);
  EXPECT_LT(orders[1].seconds, orders[0].seconds);
}

/// Two switches of four hosts, with two cables up from each, which the receiver's number selects: what goes to hosts 4
/// and 6 shares one, while 5 and 7 have nothing.
class CandidatesOnCables : public ::testing::Test {
 protected:
  CandidatesOnCables() {
    job_.topology = topology::parse_topology("tree:1:host:4/2:2");
    job_.slot_of_process = job_.process_of_slot = present_;
    job_.host_level = 1;
    aim_.cost = planning::cost_options(evaluation::CostModel::HopBytes, "0/8000:0/1000:0/1000", job_);
    map_.launcher_order = present_;
    map_.preset = mapping::Preset::Fast;
  }

  /// Returns the orders where all ranks under a switch talk to each other, and 0 and 1 to the two others.
  std::vector<CandidateOrder> orders(Role first, Role second) const {
    std::vector<Traffic> traffic = {{0, first, 100, 1}, {1, second, 100, 1}};
    for (Role a = 0; a < 8; ++a) {
      for (Role b = a / 4 * 4; b < a / 4 * 4 + 4; ++b) {
        if (a != b) traffic.push_back({a, b, 20, 1});
      }
    }
    const Affinity affinity = Affinity::from_traffic(8, traffic);
    return candidate_orders({affinity, job_, present_, map_, aim_, wish_});
  }

  planning::JobSlots job_;
  Mapping present_ = {0, 1, 2, 3, 4, 5, 6, 7};
  mapping::MapOptions map_;
  planning::Aim aim_;
  Wish wish_;
};

TEST_F(CandidatesOnCables, AnOrderThatOnlySharesCablesOutIsOne) {
  const auto shared = orders(4, 6);
  ASSERT_EQ(shared.size(), 2U);
  EXPECT_EQ(shared[1].name, "bottleneck");
  EXPECT_NEAR(shared[1].seconds / shared[0].seconds, 160.0 / 200, 1e-9) << "now the link of host 0 is the busiest";
  EXPECT_EQ(orders(4, 5).size(), 1U) << "each has its own cable";
}

TEST_F(CandidateOrdersTest, WithATraceTheTimeIsThatOfTheJob) {
  use_trace();
  const auto orders = candidate_orders(problem_);
  ASSERT_GE(orders.size(), 2U);
  EXPECT_NEAR(orders[0].seconds, 2.1, 0.1) << "two megabytes each millisecond share a link of 100 MB/s";
  EXPECT_NEAR(orders[1].seconds, 0.11, 0.01);
  EXPECT_NEAR(orders[1].gain.percent, 95, 1);
  EXPECT_EQ(orders[1].standard, "node") << "by node it is the same order";
}

TEST_F(CandidateOrdersTest, OrdersThatNoPredictionTellsApartAreOne) {
  use_trace();
  EXPECT_THAT(names(), ElementsAre(store::kLauncher, "hop-bytes")) << "all models find the same";
}

TEST_F(CandidateOrdersTest, WhereAllTalkToAllARandomOrderIsReplayedToo) {
  std::vector<Traffic> all = {{0, 2, 100000000, 100}, {2, 0, 100000000, 100}};
  for (Role from = 0; from < 4; ++from) all.push_back({from, (from + 1) % 4, 1, 1});
  const Affinity half = Affinity::from_traffic(4, all);
  Affinity group = affinity_;
  group.add_groups({{{0, 1, 2, 3}, {3, 3, 3, 3}, {3, 3, 3, 3}}});
  map_.pinned = {};
  map_.seed = 3;
  use_trace();
  for (const Affinity* affinity : {&half, static_cast<const Affinity*>(&group)}) {
    OrderProblem problem{*affinity, job_, present_, map_, aim_, wish_, &trace_, &platform_};
    const auto orders = candidate_orders(problem);
    const auto random = std::ranges::find(orders, "random", &CandidateOrder::name);
    ASSERT_NE(random, orders.end());
    EXPECT_TRUE(random->gain.job_before) << "its time is that of the replay";
    EXPECT_EQ(aim_for(*random, problem).cost.model, evaluation::CostModel::HopBytes);
    problem.trace = nullptr;
    for (const CandidateOrder& order : candidate_orders(problem)) EXPECT_NE(order.name, "random");
  }
  EXPECT_THAT(names(), Not(Contains("random"))) << "each rank talks to one other";
}

TEST_F(CandidateOrdersTest, AnAssumedNetworkIsNotReplayed) {
  use_trace();
  aim_.cost = planning::cost_options(evaluation::CostModel::HopBytes, "", job_);
  for (const CandidateOrder& order : candidate_orders(problem_)) EXPECT_FALSE(order.gain.job_before) << order.name;
}

TEST_F(CandidateOrdersTest, AnOwnCostIsTheOnlyOne) {
  use_trace();
  aim_.cost.model = evaluation::CostModel::Messages;
  EXPECT_THAT(names(), ElementsAre(store::kLauncher, "messages"));
}

TEST_F(CandidateOrdersTest, TheOrderOfEarlierRunsIsMadeAlone) {
  use_trace();
  wish_.order = "bottleneck";
  EXPECT_THAT(names(), ElementsAre(store::kLauncher, "bottleneck"));
  wish_.explore = true;
  EXPECT_THAT(names(), Contains("bottleneck")) << "and hides the others that are like it";
}

TEST(PresetFor, ShortJobsAreMappedFast) {
  EXPECT_EQ(preset_for(299), mapping::Preset::Fast);
  EXPECT_EQ(preset_for(300), mapping::Preset::Default);
}

}  // namespace
}  // namespace topomorph::decision
