// `topomorph simulate`: logs in, a comparison out; and what it refuses.
#include <map>
#include <utility>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/endtoend/cluster.h"

namespace topomorph::endtoend {
namespace {

class SimulateVerb : public testing::Test {
 protected:
  Outcome simulate(const std::string& options) const { return run(topomorph() + " simulate " + options, workspace_); }
  std::string said(const std::string& options) const {
    const Outcome outcome = simulate(options);
    EXPECT_EQ(outcome.status, 0) << options << ": " << outcome.err;
    EXPECT_EQ(outcome.err, "") << "progress is for terminals";
    return outcome.out;
  }
  nlohmann::json json(const std::string& options) const { return nlohmann::json::parse(said(options + " --json")); }
  void expect_refused(const std::string& options, const std::string& word) const {
    endtoend::expect_refused(simulate(options), options, word);
  }

  Workspace workspace_;
};

const std::string kMachine = "--topology torus:4x4x4 --slots-per-node 4 ";

TEST_F(SimulateVerb, ALogByHand) {
  // Two hosts. Job 1 takes both for 100 s; job 2 waits for it; both run without hop-bytes that count.
  workspace_.write("log.swf",
                   "; MaxProcs: 8\n"
                   "1 0 -1 100 8 -1 -1 8 100 -1 1 -1 -1 -1 -1 -1 -1 -1\n"
                   "2 10 -1 50 6 -1 -1 8 60 -1 1 -1 -1 -1 -1 -1 -1 -1\n"
                   "3 20 -1 50 9 -1 -1 9 60 -1 1 -1 -1 -1 -1 -1 -1 -1\n");
  const auto found =
      json("--topology mesh:2 --slots-per-node 4 --workload log.swf --affinity cart:2x4 --run-time 0:0:0");
  EXPECT_EQ(found["jobs"], 2);
  EXPECT_EQ(found["left_out"]["too_large"], 1);
  ASSERT_EQ(found["results"].size(), 3u) << "three allocators with pacmap";
  for (const auto& one : found["results"]) {
    EXPECT_EQ(one["run_seconds"], 150);
    EXPECT_EQ(one["host_seconds"], 300);
    EXPECT_EQ(one["mean_wait"], 45) << "0 and 90";
    EXPECT_EQ(one["makespan"], 150);
    EXPECT_EQ(one["utilisation"], 1);
    EXPECT_EQ(one["relative_run_time"], 1);
    ASSERT_EQ(one["applications"].size(), 1u);
    EXPECT_EQ(one["applications"][0]["name"], "cart:2x4");
    EXPECT_EQ(one["applications"][0]["jobs"], 2);
    EXPECT_EQ(one["applications"][0]["mean_hop_bytes"], 2 * 1e10) << "two edges of ten are cut, of 10 GB each";
  }
}

TEST_F(SimulateVerb, EquationFiveMakesRunsLonger) {
  workspace_.write("log.swf", "1 0 -1 1000 8 -1 -1 -1 -1 -1 1 -1 -1 -1 -1 -1 -1 -1\n");
  const auto found = json(
      "--topology mesh:2 --slots-per-node 4 --workload log.swf --affinity cart:2x4 --pair-bytes 5e9 --run-time "
      "0.0019:0.16:0");
  EXPECT_NEAR(found["results"][0]["run_seconds"].get<double>(), 1075.64037, 1e-4) << "hop-bytes are 1e10";
}

TEST_F(SimulateVerb, WhatIsGeneratedIsALog) {
  const auto generated = json(kMachine + "--generate 60 --seed 5 --write-workload log.swf");
  const auto read = json(kMachine + "--workload log.swf --seed 5");
  EXPECT_EQ(generated, read);
  EXPECT_EQ(json(kMachine + "--generate 60 --seed 5 --threads 2"), generated);
  EXPECT_NE(json(kMachine + "--generate 60 --seed 6"), generated);
  EXPECT_LT(json(kMachine + "--workload log.swf --days 0.2")["jobs"], 60);
}

TEST_F(SimulateVerb, BestFitIsTheBaseline) {
  const auto found =
      json(kMachine + "--generate 12 --pattern mesh2d --allocator pacmap,search --algorithm rcm,pacmap --preset fast");
  EXPECT_EQ(found["baseline"]["allocator"], "best-fit");
  EXPECT_EQ(found["baseline"]["algorithm"], "rcm");
  ASSERT_EQ(found["results"].size(), 6u);
  std::map<std::pair<std::string, std::string>, double> relative;
  for (const auto& one : found["results"]) {
    relative[{one["allocator"], one["algorithm"]}] = one["relative_hop_bytes"];
    EXPECT_NEAR(one["relative_hop_bytes"].get<double>() * found["results"][0]["hop_bytes"].get<double>(),
                one["hop_bytes"].get<double>(), 1e-6 * one["hop_bytes"].get<double>());
  }
  EXPECT_EQ((relative[{"best-fit", "rcm"}]), 1);
  EXPECT_LT((relative[{"search", "pacmap"}]), (relative[{"best-fit", "pacmap"}]));
}

TEST_F(SimulateVerb, TextHasALineForEachPair) {
  const std::string text = said(kMachine + "--generate 40 --algorithm pacmap,random");
  EXPECT_EQ(
      lines_like(text, "^40 jobs in .* days, .* on several hosts: 64 hosts of 4 slots, torus of 4 x 4 x 4$").size(), 1u)
      << text;
  EXPECT_EQ(lines_like(text, "^(best-fit|mc1x1|pacmap) +(pacmap|random) .*%$").size(), 6u) << text;
}

TEST_F(SimulateVerb, RefusesInOneLine) {
  workspace_.write("log.swf", "1 0 -1 100 8 -1 -1 8 100 -1 1 -1 -1 -1 -1 -1 -1\n");
  workspace_.write("large.swf", "1 0 -1 100 800 -1 -1 8 100 -1 1 -1 -1 -1 -1 -1 -1 -1\n");
  expect_refused(kMachine + "--workload log.swf", "log.swf:1: found 17 fields, expected 18");
  expect_refused(kMachine + "--workload nowhere.swf", "nowhere.swf");
  expect_refused(kMachine + "--workload large.swf", "found no job that can run");
  expect_refused(kMachine, "expected either --workload FILE or --generate JOBS");
  expect_refused(kMachine + "--workload log.swf --generate 3", "expected either");
  expect_refused(kMachine + "--workload log.swf --write-workload new.swf", "--write-workload");
  expect_refused(kMachine + "--generate 0", "--generate: found '0'");
  expect_refused(kMachine + "--generate 5 --load 0", "found a load of 0");
  expect_refused(kMachine + "--generate 5 --load much", "--load: found 'much'");
  expect_refused(kMachine + "--generate 5 --largest 257",
                 "--largest: found '257', expected a whole number of 1 or more, at most 256");
  expect_refused(kMachine + "--generate 5 --run-time 1:2", "--run-time: found '1:2', expected FACTOR:EXPONENT:SPREAD");
  expect_refused(kMachine + "--generate 5 --run-time 1:2:-3", "--run-time: found '-3'");
  expect_refused(kMachine + "--generate 5 --pair-bytes -1", "--pair-bytes");
  expect_refused(kMachine + "--generate 5 --allocator worst-fit", "unknown allocator \"worst-fit\"");
  expect_refused(kMachine + "--generate 5 --algorithm nothing", "unknown mapping algorithm");
  expect_refused(kMachine + "--generate 5 --pattern ring", "unknown pattern \"ring\"");
  expect_refused(kMachine + "--generate 5 --write-workload nowhere/log.swf", "nowhere/log.swf");
  expect_refused("--topology torus:4x4 --slots-per-node 0 --generate 5", "--slots-per-node: found '0'");
  expect_refused("--topology torus:4x4+tree:4 --slots-per-node 4 --generate 5",
                 "expected a network with hosts as slots");
  expect_refused("--topology torus:4x4 --generate 5", "--slots-per-node");
}

}  // namespace
}  // namespace topomorph::endtoend
