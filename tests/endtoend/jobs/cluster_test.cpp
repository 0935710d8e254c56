// The cluster on one machine does what its scripts promise.
#include "tests/endtoend/cluster.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace topomorph::endtoend {
namespace {

TEST(Cluster, RunsRanksOnHostsOfTheirOwn) {
  const Cluster cluster("--hosts 3 --slots 2");
  if (!cluster.several_hosts()) GTEST_SKIP() << "network namespaces are not permitted here";
  const Outcome outcome = run(cluster.job(6) + "sh -c 'hostname; " + kMoment + "'", Workspace());
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  for (const char* host : {"^node0$", "^node1$", "^node2$"})
    EXPECT_EQ(lines_like(outcome.out, host).size(), 2u) << outcome.out;
}

TEST(Cluster, PassesTheStatusOfTheJob) {
  const Cluster cluster("--hosts 2 --slots 1");
  EXPECT_EQ(run(cluster.job(1) + "sh -c '" + kMoment + "; exit 7'", Workspace()).status, 7);
}

TEST(Cluster, StartsRanksInAGivenOrder) {
  const Cluster cluster("--hosts 3 --slots 1");
  if (!cluster.several_hosts()) GTEST_SKIP() << "network namespaces are not permitted here";
  const Workspace workspace;
  workspace.write("order", "node2\nnode0\nnode1\n");
  const Outcome outcome =
      run(cluster.job(3, "--order order") + "sh -c 'echo $OMPI_COMM_WORLD_RANK on $(hostname); " + kMoment + "'",
          workspace);
  EXPECT_EQ(lines_like(outcome.out, "^(0 on node2|1 on node0|2 on node1)$").size(), 3u) << outcome.out;
}

TEST(Cluster, SeveralAtOnceDoNotMeet) {
  const Cluster first("--hosts 2"), second("--hosts 2 --topology fattree");
  EXPECT_EQ(run(first.job(2) + kMoment, Workspace()).status, 0);
  EXPECT_EQ(run(second.job(2) + kMoment, Workspace()).status, 0);
}

TEST(Cluster, IsSweptWhenItsOwnerHasEnded) {
  const Workspace workspace;
  const Outcome up = run(cluster_script("up") + " --hosts 1 --name orphan$$ --owner $$ ; echo orphan$$", workspace);
  const std::string name = up.out.substr(0, up.out.find('\n'));
  EXPECT_NE(run(cluster_script("run") + " --name " + name + " -n 1 -- " + kMoment, workspace).status, 2) << up.err;
  const Cluster next("--hosts 1");
  EXPECT_EQ(run(cluster_script("run") + " --name " + name + " -n 1 -- " + kMoment, workspace).status, 2);
}

TEST(Cluster, RefusesBadArguments) {
  for (const char* options : {"--hosts 0", "--hosts x", "--topology ring", "--name a/b", "--nonsense", "--rate"}) {
    const Outcome up = run(cluster_script("up") + " " + options, Workspace());
    EXPECT_EQ(up.status, 2) << options;
    EXPECT_NE(up.err, "") << options;
  }
}

}  // namespace
}  // namespace topomorph::endtoend
