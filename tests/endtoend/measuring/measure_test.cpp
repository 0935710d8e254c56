// The links of a cluster are measured, and a job uses what was found.
#include <cmath>
#include <functional>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/endtoend/cluster.h"

namespace topomorph::endtoend {
namespace {

using Json = nlohmann::json;

Json json_in(const std::string& text) { return Json::parse(text.substr(text.find('{'))); }

/// Measures until the rates are right, three times at most: other work on the machine slows one measurement down, not
/// all of them.
Outcome measure(const std::string& command, const Workspace& workspace,
                const std::function<bool(const Json&)>& is_right) {
  for (int tries = 3;; --tries) {
    const Outcome outcome = run(command, workspace, 200);
    if (tries == 1 || outcome.status != 0 || is_right(json_in(outcome.out))) return outcome;
  }
}

TEST(Measure, TellsSlowLinksFromFastOnes) {
  const Cluster cluster("--rate 100mbit");
  if (!cluster.several_hosts()) GTEST_SKIP() << "network namespaces are not permitted here: one host";
  const Workspace workspace;
  const auto is_right = [](const Json& found) {
    const double inside = found["levels"].at(0)["bandwidth_mb_s"], between = found["levels"].at(1)["bandwidth_mb_s"];
    return between > 4 && inside > 5 * between;
  };
  const Outcome outcome =
      measure(cluster.job(8) + topomorph() + " topology --measure --json -o links.costs", workspace, is_right);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const auto levels = json_in(outcome.out)["levels"];
  ASSERT_EQ(levels.size(), 2U) << outcome.out;
  EXPECT_EQ(levels[0]["name"], "host");
  EXPECT_EQ(levels[0]["pairs"], 4) << "one on each host";
  EXPECT_EQ(levels[1]["name"], "cluster");
  EXPECT_EQ(levels[1]["pairs"], 6) << "each host with each";
  // 100 Mbit/s are 12.5 MB/s less headers, whatever else the machine does: the limit is in the link, not in the
  // processor. A link that was idle lets 64 kB pass at once (tests/cluster/up), a sixteenth of what is timed.
  EXPECT_LT(levels[1]["bandwidth_mb_s"].get<double>(), 12.5 * 17 / 16);
  EXPECT_TRUE(is_right(json_in(outcome.out))) << outcome.out;

  const std::string program = row_transpose() + " 4096 5";
  run(cluster.job(16) + topomorph() + " profile --no-trace -o cg.tmprof " + program, workspace);
  const Outcome after =
      run(cluster.job(16) + topomorph() + " run -p cg.tmprof --level-costs links.costs " + program, workspace);
  EXPECT_EQ(
      lines_like(after.err,
                 "^topomorph: 16 ranks on 4 nodes: .*predicted communication time -[5-9][0-9] % \\(measured network")
          .size(),
      1u)
      << after.err;
}

constexpr double kHostLink = 100e6 / 8 / 1e6, kUplink = 40e6 / 8 / 1e6;  // MB/s of the clusters below

bool is_within_a_fifth(double found, double expected) { return std::abs(found - expected) <= 0.2 * expected; }

TEST(Measure, FindsTheTwoLevelsOfAFatTree) {
  const Cluster cluster("--hosts 6 --slots 1 --topology fattree --leaf 3 --rate 100mbit --uplink 40mbit");
  if (!cluster.several_hosts()) GTEST_SKIP() << "network namespaces are not permitted here: one host";
  const Workspace workspace;
  const auto is_right = [](const Json& found) {
    const auto hosts = found["levels"].at(0), groups = found["levels"].back();
    return is_within_a_fifth(hosts["bandwidth_mb_s"], kHostLink) &&
           is_within_a_fifth(groups["bandwidth_mb_s"], kUplink) && is_within_a_fifth(hosts["loaded_mb_s"], kHostLink) &&
           groups["loaded_mb_s"] < kUplink / 2;  // three pairs share it
  };
  const Outcome outcome =
      measure(cluster.job(6) + topomorph() + " topology --measure --json --topology tree:2:3 -o links.costs --save net",
              workspace, is_right);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const auto found = json_in(outcome.out);
  ASSERT_EQ(found["levels"].size(), 2U) << outcome.out;
  EXPECT_EQ(found["levels"][0]["name"], "group");
  EXPECT_EQ(found["levels"][1]["name"], "cluster");
  EXPECT_TRUE(is_right(found)) << outcome.out;
  EXPECT_EQ(found["groups"][0]["hosts"], Json::parse(R"([["node0","node1","node2"],["node3","node4","node5"]])"));
  EXPECT_EQ(found["pairs"].size(), 15U);
  EXPECT_EQ(found["contradictions"].size(), 2U) << "told were pairs of hosts";
  EXPECT_EQ(
      lines_like(outcome.err,
                 "^topomorph: contradiction: node2 measured with node0, node1, declared \\(tree:2:3\\) with node3$")
          .size(),
      1u)
      << outcome.err;

  const Outcome read = run(topomorph() + " topology --topology measured:net", workspace);
  EXPECT_EQ(read.status, 0) << read.err;
  EXPECT_EQ(lines_like(read.out, "^tree of 2 groups x 3 slots$").size(), 1u) << read.out;
  const auto evaluated = json_in(
      run(topomorph() + " evaluate --json --affinity cart:2x3 --topology measured:net --mapping identity", workspace)
          .out);
  EXPECT_EQ(evaluated["predicted"]["network"], "given");
  const Outcome mapped = run(topomorph() + " map --affinity cart:2x3 --topology measured:net", workspace);
  EXPECT_EQ(mapped.status, 0) << mapped.err;
  EXPECT_EQ(lines_like(mapped.out, "^[0-5]$").size(), 6u) << mapped.out;
}

/// Each pair alone finds the hosts' own speed everywhere.
TEST(Measure, FindsAnUplinkThatOnlyLoadShows) {
  const Cluster cluster("--hosts 6 --slots 2 --topology fattree --leaf 3 --rate 100mbit --uplink 100mbit");
  if (!cluster.several_hosts()) GTEST_SKIP() << "network namespaces are not permitted here: one host";
  const Workspace workspace;
  workspace.write("slurm",
                  "#!/bin/sh\ni=$(hostname | tr -d a-z)\nexport SLURM_TOPOLOGY_ADDR=top.s$((i / 3)).node$i "
                  "SLURM_TOPOLOGY_ADDR_PATTERN=switch.switch.node\nexec \"$@\"\n");
  run("chmod +x slurm", workspace);
  const auto is_right = [](const Json& found) {
    const auto between = found["levels"].back();
    return is_within_a_fifth(between["bandwidth_mb_s"], kHostLink) && between["loaded_mb_s"] < kHostLink / 2;
  };
  const Outcome outcome =
      measure(cluster.job(7) + "./slurm " + topomorph() + " topology --measure --json", workspace, is_right);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const auto found = json_in(outcome.out);
  ASSERT_EQ(found["levels"].size(), 3U) << outcome.out;
  EXPECT_EQ(found["levels"][0]["pairs"], 1) << "one host has two processes";
  EXPECT_TRUE(is_right(found)) << outcome.out;
  EXPECT_EQ(found["groups"][0]["hosts"].size(), 2U) << outcome.out;
  EXPECT_EQ(found["told"], "SLURM_TOPOLOGY_ADDR");
  EXPECT_EQ(found["contradictions"].size(), 0U) << outcome.out;
}

TEST(Measure, TellsHostsOfOneNameApart) {
  const Cluster cluster("--hosts 2 --slots 1 --rate 1gbit");
  if (!cluster.several_hosts()) GTEST_SKIP() << "network namespaces are not permitted here: one host";
  const Workspace workspace;
  workspace.write("renamed", "#!/bin/sh\nexec unshare -u sh -c 'hostname same && exec \"$@\"' sh \"$@\"\n");
  run("chmod +x renamed", workspace);
  const Outcome outcome = run(cluster.job(2) + "./renamed " + topomorph() + " topology --measure --json", workspace);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(json_in(outcome.out)["hosts"], Json::parse(R"(["same","same/2"])")) << outcome.out;
}

TEST(Measure, OfOneHostThereIsNoNetwork) {
  const Cluster cluster("--hosts 1 --slots 2");
  const Workspace workspace;
  const std::string measure = topomorph() + " topology --measure ";
  const Outcome inside = run(cluster.job(2) + measure + "--json", workspace, 60);
  ASSERT_EQ(inside.status, 0) << inside.err;
  EXPECT_EQ(json_in(inside.out)["levels"].size(), 1U);
  EXPECT_FALSE(json_in(inside.out).contains("groups"));
  const Outcome saved = run(cluster.job(2) + measure + "--save net", workspace, 60);
  EXPECT_EQ(saved.status, 2);
  EXPECT_EQ(lines_like(saved.err, "^topomorph: --save: found a job on one host, expected several").size(), 1u)
      << saved.err;
  const Outcome alone = run(cluster.job(1) + measure, workspace, 60);
  EXPECT_EQ(alone.status, 2);
  EXPECT_EQ(lines_like(alone.err, "^topomorph: found a job of one process").size(), 1u) << alone.err;
  const Outcome told = run(cluster.job(2) + measure + "--topology measured:nowhere", workspace, 60);
  EXPECT_EQ(told.status, 2);
  EXPECT_EQ(lines_like(told.err, "^topomorph: nowhere: ").size(), 1u) << told.err;
}

}  // namespace
}  // namespace topomorph::endtoend
