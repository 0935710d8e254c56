// A plan is remembered for a problem: the same one finds it, whatever its hosts are called, and another does not.
#include "tools/engine/remembered_plan.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/core/testing.h"
#include "tests/tools/engine/asking.h"

namespace topomorph::engine {
namespace {

using wire::FrameType;

/// Each rank talks to the one that is half of all ranks away, and with many ranks to another.
wire::Buffer records(std::uint64_t ranks = 4) {
  wire::Buffer frames;
  wire::append_text(frames, FrameType::Meta,
                    fmt::format("program=app\nranks={}\nmpi=MPI\ndate=9999-01-01T00:00:00Z\n", ranks));
  for (std::uint64_t rank = 0; rank < ranks; ++rank) {
    wire::append_text(frames, FrameType::Process, fmt::format("rank={}\nhost=node{}\n", rank, rank / 2));
    wire::append_text(frames, FrameType::Phases, "main\n");
    const std::uint64_t half = ranks / 2, other = (rank * 37 + 11) % ranks;
    std::vector<wire::TrafficRecord> rows = {
        {0, wire::Layer::PointToPoint, rank, (rank + half) % ranks, 1'000'000, 10}};
    if (ranks > 4 && other != rank) rows.push_back({0, wire::Layer::PointToPoint, rank, other, 500'000, 10});
    wire::append_records<wire::TrafficRecord>(frames, FrameType::Traffic, rows);
  }
  return frames;
}

/// Names the hosts of the four processes.
PlanRequest request_on(const std::vector<std::string>& hosts) {
  PlanRequest request;
  for (const std::string& host : hosts) request.locations.push_back({.host = host, .path = ""});
  request.uses_gpu.assign(hosts.size(), false);
  return request;
}

class RememberedPlanTest : public ::testing::Test {
 protected:
  RememberedPlanTest() {
    setenv("TOPOMORPH_STORE", store_.c_str(), 1);
    reorder::ask({"write", profile_}, records());
    options_.profile = profile_;
  }
  ~RememberedPlanTest() override { unsetenv("TOPOMORPH_STORE"); }

  PlanMemory memory() const {
    const planning::JobSlots job = job_slots(request_, options_);
    return {request_, options_, profile_, job, aim_};
  }
  /// Keeps a plan as if it had taken long.
  void keep() const {
    const PlanMemory memory = this->memory();
    std::this_thread::sleep_for(std::chrono::milliseconds(12));
    memory.keep(plan_);
  }
  bool finds() const { return memory().find().has_value(); }
  /// Asks the engine.
  reorder::Answer planned() const {
    std::string locations;
    for (const ProcessLocation& place : request_.locations) locations += place.host + "\t\n";
    wire::Buffer request;
    wire::append_text(request, FrameType::Locations, locations);
    return reorder::plan({"--profile", profile_}, request);
  }

  testing::TemporaryFolder folder_;
  std::string store_ = folder_.file("store"), profile_ = folder_.file("app.tmprof");
  PlanRequest request_ = request_on({"node0", "node0", "node1", "node1"});
  PlanOptions options_;
  planning::Aim aim_;
  store::StoredPlan plan_{{3, 2, 1, 0}, {{"decision", "reorder"}, {"message", "as it was"}}};
};

TEST_F(RememberedPlanTest, TheSameProblemFindsItOnOtherHosts) {
  EXPECT_FALSE(finds());
  keep();
  const auto known = memory().find();
  ASSERT_TRUE(known);
  EXPECT_EQ(known->new_ranks, plan_.new_ranks);
  EXPECT_EQ(known->summary.at("message"), "as it was");
  request_ = request_on({"other7", "other7", "other3", "other3"});
  EXPECT_TRUE(finds());
}

TEST_F(RememberedPlanTest, OtherPlacesAreAnotherProblem) {
  keep();
  request_ = request_on({"node0", "node1", "node0", "node1"});
  EXPECT_FALSE(finds());
  request_ = request_on({"node0", "node0", "node0", "node1"});
  EXPECT_FALSE(finds());
}

TEST_F(RememberedPlanTest, OtherProcessorsAndDevicesAreAnotherProblem) {
  keep();
  request_.uses_gpu[1] = true;
  EXPECT_FALSE(finds());
}

TEST_F(RememberedPlanTest, OtherCostsOfTheNetworkAreAnotherProblem) {
  keep();
  aim_.cost.costs.levels = {{1e-6, 1e9}};
  EXPECT_FALSE(finds());
  aim_ = {};
  aim_.other_hosts = true;
  EXPECT_FALSE(finds());
}

TEST_F(RememberedPlanTest, OtherOptionsAreAnotherProblem) {
  keep();
  const PlanOptions before = options_;
  for (const auto& change : std::vector<void (*)(PlanOptions&)>{
           [](PlanOptions& o) { o.wish.min_gain = 7; }, [](PlanOptions& o) { o.arguments = "-n 7"; },
           [](PlanOptions& o) { o.weight = Weight::Messages; }, [](PlanOptions& o) { o.wish.order = "launcher"; },
           [](PlanOptions& o) { o.wish.explore = true; }, [](PlanOptions& o) { o.wish.tried = {"hop-bytes"}; },
           [](PlanOptions& o) { o.error = 0.1; }, [](PlanOptions& o) { o.seed = 2; },
           [](PlanOptions& o) { o.local_ranks = "keep"; }, [](PlanOptions& o) { o.time_limit = 1; }}) {
    options_ = before;
    change(options_);
    EXPECT_FALSE(finds());
  }
  options_ = before;
  EXPECT_TRUE(finds());
}

TEST_F(RememberedPlanTest, AProfileThatReplacesAnotherIsAnotherProblem) {
  keep();
  std::filesystem::remove(profile_);
  reorder::ask({"write", profile_}, records());
  EXPECT_FALSE(finds());
}

TEST_F(RememberedPlanTest, WithFilesThatTheUserNamesNothingIsRemembered) {
  options_.level_costs = "1/1000:50/100";
  keep();
  EXPECT_FALSE(finds());
  EXPECT_FALSE(std::filesystem::exists(store_ + "/plans"));
}

// On a busy machine the same can take longer than a plan that is worth a file: then it says nothing, and is tried
// again.
TEST_F(RememberedPlanTest, APlanThatTookNoTimeIsNotKept) {
  constexpr auto kWorthAFile = std::chrono::milliseconds(10);
  constexpr int kMost = 50;
  for (int tried = 0; tried < kMost; ++tried) {
    std::filesystem::remove_all(store_);
    const auto begin = std::chrono::steady_clock::now();
    memory().keep(plan_);
    if (std::chrono::steady_clock::now() - begin >= kWorthAFile) continue;
    EXPECT_FALSE(std::filesystem::exists(store_));
    return;
  }
  FAIL() << "no try took less than 10 ms";
}

TEST_F(RememberedPlanTest, TheEngineAnswersIt) {
  constexpr std::uint64_t kRanks = 4096;  // the search takes many times as long as is worth a file
  reorder::ask({"write", profile_}, records(kRanks));
  std::vector<std::string> hosts;
  for (std::uint64_t rank = 0; rank < kRanks; ++rank) hosts.push_back(fmt::format("node{}", rank % 512));
  request_ = request_on(hosts);
  const reorder::Answer first = planned();
  EXPECT_EQ(first.summary.at("decision"), "reorder");
  ASSERT_TRUE(std::filesystem::exists(store_ + "/plans"));
  for (const auto& file : std::filesystem::directory_iterator(store_ + "/plans")) {
    std::ofstream(file.path(), std::ios::app) << "summary_message=as it was\n";
  }
  const reorder::Answer again = planned();
  EXPECT_EQ(again.summary.at("message"), "as it was") << "read and not planned";
  EXPECT_EQ(again.ranks, first.ranks);
}

}  // namespace
}  // namespace topomorph::engine
