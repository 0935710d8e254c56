// The hosts of a job search together.
#include <gtest/gtest.h>

#include "tests/endtoend/cluster.h"

namespace topomorph::endtoend {
namespace {

TEST(Search, AllHostsComeToTheSamePlan) {
  const Cluster cluster("--rate 1gbit");
  if (!cluster.several_hosts()) GTEST_SKIP() << "network namespaces are not permitted here: one host";
  const Workspace workspace;
  const std::string program = row_transpose() + " 4096 5";
  const Outcome plain = run(cluster.job(16) + topomorph() + " profile --no-trace -o cg.tmprof " + program, workspace);
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
  run(cluster.job(16) + topomorph() + " profile --no-trace -o cg.tmprof " + program, workspace);
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
