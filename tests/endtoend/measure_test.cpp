// The links of a cluster are measured, and a job uses what was found; its hosts search together.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/endtoend/cluster.h"

namespace topomorph::endtoend {
namespace {

TEST(Measure, TellsSlowLinksFromFastOnes) {
  const Cluster cluster("--rate 100mbit");
  if (!cluster.several_hosts()) GTEST_SKIP() << "network namespaces are not permitted here: one host";
  const Workspace workspace;
  const Outcome outcome =
      run(cluster.job(8) + topomorph() + " topology --measure --json -o links.costs", workspace, 120);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const auto levels = nlohmann::json::parse(outcome.out.substr(outcome.out.find('{')))["levels"];
  ASSERT_EQ(levels.size(), 2U) << outcome.out;
  EXPECT_EQ(levels[0]["name"], "host");
  EXPECT_EQ(levels[0]["pairs"], 4) << "one on each host";
  EXPECT_EQ(levels[1]["name"], "cluster");
  EXPECT_EQ(levels[1]["pairs"], 6) << "each host with each";
  // 100 Mbit/s are 12.5 MB/s less headers, whatever else the machine does: the limit is in the link, not in the
  // processor
  EXPECT_LT(levels[1]["bandwidth_mb_s"].get<double>(), 12.5);
  EXPECT_GT(levels[1]["bandwidth_mb_s"].get<double>(), 4.0);
  EXPECT_GT(levels[0]["bandwidth_mb_s"].get<double>(), 5 * levels[1]["bandwidth_mb_s"].get<double>());

  const std::string program = row_transpose() + " 4096 5";
  run(cluster.job(16) + topomorph() + " profile -o cg.tmprof " + program, workspace);
  const Outcome after =
      run(cluster.job(16) + topomorph() + " run -p cg.tmprof --level-costs links.costs " + program, workspace);
  EXPECT_EQ(
      lines_like(after.err,
                 "^topomorph: 16 ranks on 4 nodes: .*predicted communication time -[5-9][0-9] % \\(measured network")
          .size(),
      1u)
      << after.err;
}

TEST(Search, AllHostsComeToTheSamePlan) {
  const Cluster cluster("--rate 1gbit");
  if (!cluster.several_hosts()) GTEST_SKIP() << "network namespaces are not permitted here: one host";
  const Workspace workspace;
  const std::string program = row_transpose() + " 4096 5";
  const Outcome plain = run(cluster.job(16) + topomorph() + " profile -o cg.tmprof " + program, workspace);
  const std::string reordered =
      "^topomorph: 16 ranks on 4 nodes: inter-node bytes .* -> .*\\(-7[0-9] %\\).*reordered in";
  for (const char* search : {"one", "all"}) {
    const Outcome after =
        run(cluster.job(16) + topomorph() + " run -p cg.tmprof --search " + search + " " + program, workspace);
    EXPECT_EQ(after.status, 0);
    EXPECT_EQ(lines_like(after.out, "^checksum"), lines_like(plain.out, "^checksum")) << search;
    EXPECT_EQ(lines_like(after.err, reordered).size(), 1u) << search << ": " << after.err;
  }
}

TEST(Search, AHostWithoutEngineIsLeftOut) {
  const Cluster cluster("--rate 1gbit");
  if (!cluster.several_hosts()) GTEST_SKIP() << "network namespaces are not permitted here: one host";
  const Workspace workspace;
  const std::string program = row_transpose() + " 4096 5";
  run(cluster.job(16) + topomorph() + " profile -o cg.tmprof " + program, workspace);
  // the engine that the first host finds fails, the others' do not; then all fail
  const std::string engine = topomorph().substr(0, topomorph().rfind("/bin/")) + "/libexec/topomorph/topomorph-engine";
  workspace.write("some", "#!/bin/sh\ncase $(hostname) in node0) exit 1;; esac\nexec " + engine + " \"$@\"\n");
  workspace.write("none", "#!/bin/sh\nexit 1\n");
  run("chmod +x some none", workspace);
  const auto job = [&](const std::string& name) {
    return run(cluster.job(16) + topomorph() + " run -p cg.tmprof --search all --engine ./" + name + " " + program,
               workspace);
  };
  const Outcome some = job("some");
  EXPECT_EQ(lines_like(some.err, "^topomorph: 16 ranks on 4 nodes: .*reordered in").size(), 1u) << some.err;
  const Outcome none = job("none");
  EXPECT_EQ(none.status, 0);
  EXPECT_EQ(lines_like(none.err, "^topomorph: .*order kept$").size(), 1u) << none.err;
}

}  // namespace
}  // namespace topomorph::endtoend
