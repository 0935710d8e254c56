// A job measures the network between its hosts; a later job, predictions and reports use what it found.
#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/endtoend/cluster.h"

namespace topomorph::endtoend {
namespace {

constexpr double kLink = 100e6 / 8;  // bytes per second of every host's link

/// Other work disturbs some jobs: of at most five tries, two must be right.
struct Tries {
  static constexpr int kMost = 5, kEnough = 2;
  int made = 0, right = 0;

  bool go_on() { return right < kEnough && made++ < kMost; }
};

nlohmann::json json_of(const Outcome& outcome) {
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  return nlohmann::json::parse(outcome.out.substr(outcome.out.find('{')));
}

nlohmann::json reach_in(const nlohmann::json& report, const std::string& name) {
  for (const auto& reach : report["measured_network"]) {
    if (reach["reach"] == name) return reach;
  }
  return nullptr;
}

TEST(Network, IsMeasuredInTheJobAndUsed) {
  const Cluster cluster("--rate 100mbit");
  if (!cluster.several_hosts()) GTEST_SKIP() << "network namespaces are not permitted here: one host";
  const Workspace workspace;
  const std::string program = row_transpose() + " 4096 5";
  nlohmann::json report, network;
  Tries tries;
  while (tries.go_on()) {
    const Outcome job = run(cluster.job(16) + topomorph() + " profile --no-trace -o cg.tmprof " + program, workspace);
    ASSERT_EQ(job.status, 0) << job.err;
    report = json_of(run(topomorph() + " report --json cg.tmprof", workspace));
    network = reach_in(report, "network");
    ASSERT_TRUE(network.is_object()) << report["measured_network"];
    const bool is_said = !lines_like(job.err, "the network could not be measured reliably: ").empty();
    EXPECT_EQ(is_said, !report["network_doubt"].is_null()) << job.err << report["network_doubt"];
    const bool is_right = std::abs(network["bandwidth"].get<double>() - kLink) <= 0.25 * kLink;
    tries.right += is_right && !is_said ? 1 : 0;
  }
  EXPECT_EQ(tries.right, Tries::kEnough) << network << report["network_doubt"];
  EXPECT_EQ(network["pairs"], 2) << "of the four hosts";
  EXPECT_GT(network["latency"].get<double>(), 1e-6);
  EXPECT_GT(network["send"].get<double>(), 0);
  EXPECT_GT(network["receive"].get<double>(), 0);
  EXPECT_GT(reach_in(report, "host")["bandwidth"].get<double>(), network["bandwidth"].get<double>());
  EXPECT_TRUE(reach_in(report, "switch").is_null()) << "nobody tells of switches";
  const Outcome text = run(topomorph() + " report cg.tmprof", workspace);
  EXPECT_EQ(lines_like(text.out, "^  between hosts .* us .*MB/s   send .* us, receive .* us.* \\(2 pairs\\)$").size(),
            1u)
      << text.out;

  const Outcome after = run(cluster.job(16) + topomorph() + " run -p cg.tmprof " + program, workspace);
  EXPECT_EQ(after.status, 0) << after.err;
  EXPECT_EQ(lines_like(after.err,
                       "^topomorph: 16 ranks on 4 nodes: .*predicted communication time -[5-9][0-9] % "
                       "\\([0-9.e-]+ s -> [0-9.e-]+ s, measured network\\)")
                .size(),
            1u)
      << after.err;

  const auto evaluated =
      json_of(run(topomorph() + " evaluate --json --affinity cg.tmprof --topology tree:4:4 --mapping "
                                "identity --level-costs cg.tmprof",
                  workspace));
  EXPECT_EQ(evaluated["predicted"]["network"], "measured");
}

/// A number has one meaning: the report of a profile says what a job with it says.
TEST(Network, RunAndReportHaveTheSameLine) {
  const Cluster cluster("--rate 100mbit");
  if (!cluster.several_hosts()) GTEST_SKIP() << "network namespaces are not permitted here: one host";
  const Workspace workspace;
  const std::string program = row_transpose() + " 16384 60";  // it saves much more than planning costs
  nlohmann::json saving;
  for (int tries = 0; tries < 5 && (saving.is_null() || saving["percent_of"] != "job"); ++tries) {  // else doubtful
    run(cluster.job(16, "--map-by node") + topomorph() + " profile -o app.tmprof " + program, workspace);
    saving = json_of(run(topomorph() + " report --json app.tmprof", workspace))["saving"];
  }
  ASSERT_TRUE(saving.is_object());
  EXPECT_EQ(saving["percent_of"], "job");
  EXPECT_TRUE(saving["worth_it"].get<bool>()) << saving;
  const Outcome job = run(cluster.job(16, "--map-by node") + topomorph() + " run -p app.tmprof " + program, workspace);
  const std::string line = "topomorph: " + saving["text"].get<std::string>() + ", reordered in ";
  EXPECT_NE(job.err.find(line), std::string::npos) << line << "\n" << job.err;
}

TEST(Network, SwitchesThatTheBatchSystemTellsAreToldApart) {
  const Cluster cluster("--hosts 4 --slots 1 --topology fattree --leaf 2 --rate 100mbit --uplink 20mbit");
  if (!cluster.several_hosts()) GTEST_SKIP() << "network namespaces are not permitted here: one host";
  const Workspace workspace;
  workspace.write("slurm",
                  "#!/bin/sh\ni=$(hostname | tr -d a-z)\nexport SLURM_TOPOLOGY_ADDR=top.s$((i / 2)).node$i "
                  "SLURM_TOPOLOGY_ADDR_PATTERN=switch.switch.node\nexec \"$@\"\n");
  run("chmod +x slurm", workspace);
  nlohmann::json behind, across;
  Tries tries;
  while (tries.go_on()) {
    const Outcome job =
        run(cluster.job(4) + "./slurm " + topomorph() + " profile -o app.tmprof " + job_program(), workspace);
    ASSERT_EQ(job.status, 0) << job.err;
    const auto report = json_of(run(topomorph() + " report --json app.tmprof", workspace));
    behind = reach_in(report, "switch"), across = reach_in(report, "network");
    ASSERT_TRUE(behind.is_object() && across.is_object()) << report["measured_network"];
    EXPECT_EQ(across["pairs"], 1) << "others could share its links";
    EXPECT_EQ(behind["pairs"], 2);
    tries.right += behind["bandwidth"].get<double>() > 2 * across["bandwidth"].get<double>() ? 1 : 0;
  }
  EXPECT_EQ(tries.right, Tries::kEnough) << behind << across;
}

TEST(Network, InsideHostsIsMeasuredThoughTheFirstHostHasOneProcess) {
  const Cluster cluster("--hosts 3 --slots 3 --rate 100mbit");
  if (!cluster.several_hosts()) GTEST_SKIP() << "network namespaces are not permitted here: one host";
  const Workspace workspace;
  const Outcome job =
      run(cluster.job(6, "--host node0:1,node1:2,node2:3") + topomorph() + " profile -o app.tmprof " + job_program(),
          workspace);
  ASSERT_EQ(job.status, 0) << job.err;
  const auto report = json_of(run(topomorph() + " report --json app.tmprof", workspace));
  const auto inside = reach_in(report, "host");
  ASSERT_TRUE(inside.is_object()) << report["measured_network"];
  EXPECT_EQ(inside["pairs"], 2) << "on each of the hosts that have several processes";
  EXPECT_TRUE(reach_in(report, "network").is_object());
}

TEST(Network, OfOtherHostsIsSaidToBeSo) {
  const Workspace workspace;
  const Outcome measured = [&] {
    const Cluster cluster("--hosts 2 --slots 4 --rate 100mbit");
    if (!cluster.several_hosts()) return Outcome{-1, "", ""};
    return profiled_reliably(cluster.job(8) + topomorph() + " profile -o app.tmprof " + job_program(), workspace);
  }();
  if (measured.status < 0) GTEST_SKIP() << "network namespaces are not permitted here: one host";
  ASSERT_EQ(measured.status, 0) << measured.err;
  const Cluster cluster("--hosts 4 --slots 2 --rate 100mbit");
  const Outcome job =
      run(cluster.job(8, "--map-by slot") + topomorph() + " run -p app.tmprof " + job_program(), workspace);
  EXPECT_EQ(job.status, 0) << job.err;
  EXPECT_EQ(lines_like(job.err, "^topomorph: 8 ranks on 4 nodes: .*network measured on other hosts").size(), 1u)
      << job.err;
}

}  // namespace
}  // namespace topomorph::endtoend
