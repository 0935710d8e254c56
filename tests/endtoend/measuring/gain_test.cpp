// What all of it is for: a program started in a bad order for its links sends less over them (tools/demo shows the
// time).
#include <cstdint>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/endtoend/cluster.h"

namespace topomorph::endtoend {
namespace {

TEST(Gain, RowsComeTogetherOnTheirHosts) {
  const Cluster cluster("--rate 100mbit");
  if (!cluster.several_hosts()) GTEST_SKIP() << "network namespaces are not permitted here: nothing to gain";
  const Workspace workspace;
  const std::string program = row_transpose() + " 65536 15";
  const Outcome before = run(cluster.job(16) + program, workspace);
  const Outcome profile = run(cluster.job(16) + topomorph() + " profile -o cg.tmprof " + program, workspace);
  const Outcome after = run(cluster.job(16) + topomorph() + " run -p cg.tmprof " + program, workspace);
  EXPECT_EQ(lines_like(after.out, "^checksum"), lines_like(before.out, "^checksum"));
  EXPECT_EQ(lines_like(
                after.err,
                "^topomorph: 16 ranks on 4 nodes: inter-node bytes .* -> .*\\(-7[0-9] %\\), predicted .*, reordered in")
                .size(),
            1u)
      << after.err;
}

/// What a job puts on the links, headers and all.
std::uint64_t sent(const Cluster& cluster, const std::string& job, const Workspace& workspace) {
  const auto so_far = [&] {
    return std::stoull(run(cluster_script("traffic") + " --name " + cluster.name(), workspace).out);
  };
  const std::uint64_t before = so_far();
  EXPECT_EQ(run(job, workspace).status, 0) << job;
  return so_far() - before;
}

// Time follows these bytes; unlike time they are the same in every run, whatever else the machine does. On slow links
// the job saves seconds by the new order, more than a busy machine needs to find it.
TEST(Gain, SendsAsLittleAsTheBestOrderByHand) {
  const Cluster cluster("--rate 100mbit");
  if (!cluster.several_hosts()) GTEST_SKIP() << "network namespaces are not permitted here: nothing to gain";
  const Workspace workspace;
  const std::string program = row_transpose() + " 65536 5";
  run(cluster.job(16) + topomorph() + " profile -o cg.tmprof " + program, workspace);
  const std::uint64_t bad = sent(cluster, cluster.job(16) + program, workspace);
  const std::uint64_t reordered =
      sent(cluster, cluster.job(16) + topomorph() + " run -p cg.tmprof " + program, workspace);
  const std::uint64_t by_hand = sent(cluster, cluster.job(16, "--map-by slot") + program, workspace);
  EXPECT_LT(static_cast<double>(reordered), 1.05 * static_cast<double>(by_hand));
  EXPECT_GT(static_cast<double>(bad), 3 * static_cast<double>(reordered));
}

TEST(Gain, AGoodOrderIsKept) {
  const Cluster cluster("--rate 1gbit");
  const Workspace workspace;
  const std::string program = row_transpose() + " 4096 5";
  const std::string profile = cluster.job(16, "--map-by slot") + topomorph() + " profile -o cg.tmprof " + program;
  profiled_reliably(profile, workspace);  // else no replay tells the job's time
  const Outcome again = run(cluster.job(16, "--map-by slot") + topomorph() + " run -p cg.tmprof " + program, workspace);
  EXPECT_EQ(lines_like(again.err, "^topomorph: .* would save .*: order kept, decided in [0-9]+ ms$").size(), 1u)
      << again.err;
}

TEST(Gain, ReportForetellsIt) {
  const Cluster cluster("--rate 1gbit");
  if (!cluster.several_hosts()) GTEST_SKIP() << "network namespaces are not permitted here: nothing to gain";
  const Workspace workspace;
  run(cluster.job(16) + topomorph() + " profile -o cg.tmprof " + row_transpose() + " 4096 5", workspace);
  const Outcome report = run(topomorph() + " report cg.tmprof", workspace);
  EXPECT_EQ(lines_like(report.out, "^  16 ranks on 4 nodes: inter-node bytes .*\\(-7[0-9] %\\)").size(), 1u)
      << report.out;
  EXPECT_EQ(lines_like(report.out, "^  between hosts .* 9[0-9.]+ %|^  between hosts .* 100.0 %").size(), 1u)
      << report.out;
}

}  // namespace
}  // namespace topomorph::endtoend
