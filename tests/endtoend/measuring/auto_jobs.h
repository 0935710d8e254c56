// Jobs of topomorph auto on a cluster, with a store of their own.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/endtoend/cluster.h"

namespace topomorph::endtoend {

inline constexpr const char* kReordered = "^topomorph: 16 ranks on 4 nodes: inter-node bytes .* -> .*, reordered in";

class Auto : public testing::Test {
 protected:
  explicit Auto(const std::string& links = "--rate 1gbit") : cluster_(links) {}

  void SetUp() override {
    if (!cluster_.several_hosts()) GTEST_SKIP() << "network namespaces are not permitted here: nothing to gain";
  }

  Outcome job(const std::string& program, const std::string& placing = "--map-by node") const {
    return run(command(program, placing), workspace_);
  }
  std::string command(const std::string& program, const std::string& placing = "--map-by node", int ranks = 16) const {
    return cluster_.job(ranks, placing) + topomorph() + " auto --store store " + options_ + program;
  }
  /// Lets each next run plan an order: by times of jobs that take none, it might be dropped.
  void forget_times() const { run("rm -f store/*/*.run", workspace_); }
  std::string networks() const { return run("cat store/networks/*", workspace_).out; }
  /// Runs the job until the store has something of the network: other work on the machine can make a measurement
  /// doubtful, and the next run then measures again.
  void run_until_networks_have(const std::string& line, const std::string& job) const {
    constexpr int kMost = 8;
    for (int i = 0; i < kMost && lines_like(networks(), line).empty(); ++i) {
      forget_times();
      EXPECT_EQ(run(job, workspace_).status, 0);
    }
    EXPECT_FALSE(lines_like(networks(), line).empty()) << networks();
  }
  nlohmann::json history() const {
    return nlohmann::json::parse(run(topomorph() + " history --store store --json", workspace_).out)["programs"];
  }
  std::vector<std::string> orders() const {
    std::vector<std::string> orders;
    const nlohmann::json program = history().at(0);
    for (const auto& each : program["runs"]) orders.push_back(each["order"]);
    return orders;
  }

  /// Lets the store say that the runs so far took minutes: these jobs take no time, so that other work on the machine
  /// can make a new order look slower.
  void slow_down_known_runs() const {
    const std::string edits =
        "-e s/^seconds=.*/seconds=100/ -e s/^longest=.*/longest=100/ -e s/^elapsed=.*/elapsed=101/";
    ASSERT_EQ(run("sed -i " + edits + " store/*/*.run", workspace_).status, 0);
  }

  /// Lets the store say that no run computed longer than another: other work on the machine can lengthen one, whose
  /// time then does not count.
  void quieten_known_runs() const {
    ASSERT_EQ(run("sed -i s/^elapsed=.*/elapsed=0/ store/*/*.run", workspace_).status, 0);
  }

  const Cluster cluster_;
  const Workspace workspace_;
  /// With a trace the moment decides, because these jobs take no time: orders are chosen by their bytes instead.
  std::string options_ = "--no-trace ";
  const std::string rows_ = row_transpose() + " 16384 5";
};

}  // namespace topomorph::endtoend
