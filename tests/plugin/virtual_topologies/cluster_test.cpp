// Tests of grids and graphs with reorder=1 on separate hosts.
#include "tests/endtoend/cluster.h"

#include <gtest/gtest.h>

namespace topomorph::endtoend {
namespace {

/// Added to what the cluster preloads: sixteen waiting ranks would otherwise take all of the cores.
std::string preloaded(const std::string& settings, const std::string& program) {
  return "sh -c 'LD_PRELOAD=" TOPOMORPH_LIBRARY ":$LD_PRELOAD TOPOMORPH_REORDER_TOPOLOGIES=1 " + settings + " exec " +
         program + "'";
}

/// grid_edges fails if the order is worse than what the known algorithms find.
Outcome edges(const Cluster& cluster, int ranks, const std::string& launch, const std::string& grid,
              const Workspace& workspace, const std::string& settings = "TOPOMORPH_MODE=monitor") {
  return run(cluster.job(ranks, launch) + preloaded(settings, TOPOMORPH_GRID_EDGES " " + grid), workspace);
}

struct Case {
  int ranks;
  std::string launch, grid;
  int before, after;
};

class TopologiesOnHosts : public testing::Test {
 protected:
  void SetUp() override {
    if (!cluster_.several_hosts()) GTEST_SKIP() << "network namespaces are not permitted here";
    workspace_.write("uneven", "node0\nnode1\nnode1\nnode2\nnode2\nnode2\nnode3\nnode3\nnode3\nnode3\n");
    workspace_.write("uneven_cyclic", "node0\nnode1\nnode2\nnode3\nnode1\nnode2\nnode3\nnode2\nnode3\nnode3\n");
    workspace_.write("two_sizes",
                     "node0\nnode0\nnode0\nnode0\nnode1\nnode1\nnode2\nnode2\nnode3\nnode3\nnode3\nnode3\n");
  }

  Cluster cluster_{"--hosts 4 --slots 4 --rate 1gbit"};
  Workspace workspace_;
};

TEST_F(TopologiesOnHosts, GridsInEveryPlacement) {
  const Case cases[] = {
      {16, "--map-by slot", "4x4", 24, 16},     {16, "--map-by node", "4x4", 24, 16},
      {16, "--map-by node", "2x8", 28, 12},     {16, "--map-by slot", "4x4:periodic", 32, 32},
      {16, "--map-by node", "4x2x2", 32, 24},   {12, "--map-by node", "3x4", 18, 18},
      {10, "--order uneven", "5x2", 14, 12},    {16, "--map-by node", "3x4", 18, 12},
      {16, "--map-by slot", "2x8", 20, 12},     {10, "--order uneven_cyclic", "5x2:periodic", 32, 18},
      {12, "--order two_sizes", "3x4", 18, 14},
  };
  for (const Case& test : cases) {
    const Outcome outcome = edges(cluster_, test.ranks, test.launch, test.grid, workspace_);
    const std::string change = std::to_string(test.before) + " -> " + std::to_string(test.after);
    EXPECT_EQ(outcome.status, 0) << test.launch << " " << test.grid << "\n" << outcome.out << outcome.err;
    EXPECT_EQ(lines_like(outcome.out, "edges between hosts " + change + ",").size(), 1u) << outcome.out;
    const bool told = test.after < test.before;  // no line is written for an order that is kept
    EXPECT_EQ(messages(outcome).size(), told ? 1u : 0u) << outcome.err;
    EXPECT_EQ(lines_like(outcome.err, "Cart_create .* on 4 nodes: edges between nodes " + change).size(),
              told ? 1u : 0u)
        << outcome.err;
  }
}

TEST_F(TopologiesOnHosts, StartFromTheOrderThatTheWorldHas) {
  const Outcome outcome =
      edges(cluster_, 16, "--map-by node", "4x4", workspace_, "TOPOMORPH_MODE=run TOPOMORPH_PERMUTATION=random:3");
  EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
  EXPECT_EQ(lines_like(outcome.out, " -> 16, known algorithms 16").size(), 1u) << outcome.out;
}

TEST_F(TopologiesOnHosts, NeighboursAreTheRightOnes) {
  const Outcome outcome =
      run(cluster_.job(8, "--map-by node") + preloaded("TOPOMORPH_QUIET=1", TOPOMORPH_CONFORMANCE " reordered"),
          workspace_);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

}  // namespace
}  // namespace topomorph::endtoend
