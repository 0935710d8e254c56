// `topomorph allocate`: what it prints and writes; and what it refuses.
#include <filesystem>
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/endtoend/cluster.h"

namespace topomorph::endtoend {
namespace {

class AllocateVerb : public testing::Test {
 protected:
  AllocateVerb() {
    workspace_.write("topology.conf",
                     "SwitchName=a Nodes=n[0-3]\nSwitchName=b Nodes=n[4-7]\nSwitchName=top Switches=a,b\n");
  }

  Outcome allocate(const std::string& options) const { return run(topomorph() + " allocate " + options, workspace_); }
  std::string said(const std::string& options) const {
    const Outcome outcome = allocate(options);
    EXPECT_EQ(outcome.status, 0) << options << ": " << outcome.err;
    return outcome.out;
  }
  void expect_refused(const std::string& options, const std::string& word) const {
    endtoend::expect_refused(allocate(options), options, word);
  }

  Workspace workspace_;
};

constexpr const char* kSlurm = "--topology slurm:topology.conf --affinity cart:2x6 --slots-per-node 4 ";
constexpr const char* kTorus = "--topology torus:4x4x4 --affinity cart:4x4 --slots-per-node 4 ";

TEST_F(AllocateVerb, PrintsAListForSlurm) {
  EXPECT_EQ(said(std::string(kSlurm) + "--free n[1-2,4-6]"), "n[4-6]\n") << "three hosts of one switch are free";
  EXPECT_EQ(said(std::string(kSlurm) + "--free 1,2,4-6"), "n[4-6]\n") << "the same by number";
  EXPECT_EQ(said(std::string(kSlurm) + "--free n1,n2,n3"), "n[1-3]\n") << "there is no choice";
}

TEST_F(AllocateVerb, ReadsTheFreeHostsFromAFile) {
  workspace_.write("free", "# as sinfo lists them\nn1\nn2\nn[4-5]\nn6\n");
  EXPECT_EQ(said(std::string(kSlurm) + "--free free"), "n[4-6]\n");
}

TEST_F(AllocateVerb, SaysWhatIsGained) {
  // best fit takes the shortest run with room: n[1-3]; so does who sees that they are on one switch
  const Outcome same = allocate(std::string(kSlurm) + "--free n[1-3] --allocator best-fit");
  EXPECT_NE(same.err.find("no gain"), std::string::npos) << same.err;
  const Outcome less =
      allocate("--topology torus:8x8x8 --free all --affinity cart:16x16 --slots-per-node 4 --allocator search");
  EXPECT_NE(less.err.find("% less"), std::string::npos) << less.err;
}

TEST_F(AllocateVerb, BestFitFollowsTheGivenCurve) {
  const std::string line = "--topology mesh:8 --affinity cart:2 --slots-per-node 1 --allocator best-fit --free 0,2-5 ";
  EXPECT_EQ(said(line), "2-3\n") << "the shortest run of free hosts with room";
  EXPECT_EQ(said(line + "--curve 0,5,1,2,6,3,7,4"), "0,5\n") << "the shortest along this curve";
  workspace_.write("order", "0\n5\n1\n2\n6\n3\n7\n4\n");
  EXPECT_EQ(said(line + "--curve order"), "0,5\n");
  EXPECT_EQ(said(line + "--curve numbers"), "2-3\n");
  expect_refused(line + "--curve 0-6", "--curve: found 7 hosts, expected each of the 8 hosts once");
  for (const char* twice : {"0-7,3", "0,0,1-7", "0-7,0-7"}) {
    expect_refused(line + "--curve " + twice, "--curve: found hosts twice");
  }
}

TEST_F(AllocateVerb, WritesTheHostOfEveryRank) {
  EXPECT_EQ(said(std::string(kSlurm) + "--free n[1-2,4-6] --hostfile hosts"), "");
  std::map<std::string, int> ranks_on;
  for (const std::string& line : lines_like(read_file(workspace_.file("hosts")), "^n[4-6]$")) ++ranks_on[line];
  EXPECT_EQ(ranks_on, (std::map<std::string, int>{{"n4", 4}, {"n5", 4}, {"n6", 4}}));
  EXPECT_EQ(said(std::string(kSlurm) + "--free all --nodelist --hostfile hosts").substr(0, 2), "n[");
}

TEST_F(AllocateVerb, JsonHasHostsAndMapping) {
  const auto json = nlohmann::json::parse(said(std::string(kTorus) + "--free 0-20,40-60 --json"));
  const auto hosts = json["hosts"].get<std::set<int>>();
  EXPECT_EQ(hosts.size(), 4u);
  EXPECT_EQ(json["host_of_role"].get<std::set<int>>(), hosts);
  EXPECT_EQ(json["allocator"], "pacmap");
  EXPECT_EQ(json["hop_bytes"], 16) << "four blocks of 2 x 2 in a square, two edges both ways between each two";
  EXPECT_DOUBLE_EQ(json["gain"].get<double>(), 1 - 16 / json["best_fit_hop_bytes"].get<double>());
}

TEST_F(AllocateVerb, TakesTheOptionsOfASearch) {
  const std::string job =
      "--topology torus:6x6x6 --free all --affinity cart:12x12 --slots-per-node 4 --json --allocator search "
      "--algorithm auto ";
  const auto found = [&](const std::string& options) { return nlohmann::json::parse(said(job + options)); };
  const auto plain = found("");
  EXPECT_EQ(found("--seed 1 --threads 2 --preset default"), plain) << "the same for any number of threads";
  EXPECT_NE(found("--seed 2 --preset fast")["host_of_role"], plain["host_of_role"]);
  const auto messages = found("--weight messages");
  EXPECT_EQ(messages["hop_messages"], plain["hop_bytes"]) << "cart: has one message of one byte to each neighbour";
  EXPECT_TRUE(messages.contains("best_fit_hop_messages") && !messages.contains("hop_bytes")) << messages;
  const Outcome text = allocate(std::string(kTorus) + "--free all --weight messages");
  EXPECT_NE(text.err.find("pacmap: hop-messages 16, best-fit "), std::string::npos) << text.err;
}

TEST_F(AllocateVerb, SaysWhatSlurmRefuses) {
  const std::string job = " --free all --affinity cart:2x4 --slots-per-node 4 ";
  workspace_.write("blocks.conf", "BlockName=a Nodes=n[0-3]\nBlockName=b Nodes=n[4-7]\nBlockSizes=4\n");
  const Outcome list = allocate("--topology slurm:blocks.conf" + job);
  EXPECT_NE(
      list.err.find("topology/block may refuse --nodelist: submit without, and reorder in the job (topomorph run)"),
      std::string::npos)
      << list.err;
  const Outcome order = allocate("--topology slurm:blocks.conf --hostfile hosts" + job);
  EXPECT_NE(order.err.find("with topology/block, Slurm 26.05 and later refuses --distribution=arbitrary"),
            std::string::npos)
      << order.err;
  const Outcome tree = allocate("--topology slurm:topology.conf --hostfile hosts" + job);
  EXPECT_EQ(tree.err.find("refuse"), std::string::npos) << tree.err;
  workspace_.write("slurm.conf", "SelectTypeParameters=CR_Core,CR_LLN\nPartitionName=p\n");
  const Outcome least_loaded = allocate("--topology slurm:slurm.conf#p --hostfile hosts" + job);
  EXPECT_NE(least_loaded.err.find("with CR_LLN, Slurm 26.05"), std::string::npos) << least_loaded.err;
  EXPECT_EQ(least_loaded.err.find("--nodelist"), std::string::npos) << least_loaded.err;
}

TEST_F(AllocateVerb, RefusesHostsThatALauncherWouldReadAsSomethingElse) {
  for (const char* host : {"-oProxyCommand=x", "root@localhost", "$(id)", "a,-w"}) {
    workspace_.write("sent.tree", std::string("topomorph-measured 1\nlevel g 20 0 1 1\nhost ") + host + "\nhost b\n");
    const std::string job = "--topology measured:sent.tree --free all --affinity cart:2 --slots-per-node 1 ";
    for (const char* out : {"", "--hostfile hosts", "--json"})
      expect_refused(job + out, std::string("found a host '") + host + "', expected letters");
    EXPECT_FALSE(std::filesystem::exists(workspace_.file("hosts"))) << host;
  }
}

TEST_F(AllocateVerb, RefusesInOneLine) {
  const std::string torus(kTorus), slurm(kSlurm);
  expect_refused(torus + "--free 0-64", "--free: found '0-64', expected a number or a range of numbers below 64");
  expect_refused(torus + "--free n1", "--free: found 'n1'");
  expect_refused(torus + "--free 5-2", "--free: found '5-2'");
  expect_refused(slurm + "--free n[1-9]", "--free: found 'n8', expected a host of the topology");
  expect_refused(slurm + "--free n[1-", "--free");
  expect_refused(torus + "--free 0-2", "found 3 free hosts for a job of 4");
  expect_refused(torus + "--free all --allocator worst-fit", "unknown allocator \"worst-fit\"");
  expect_refused(torus + "--free all --algorithm nothing", "unknown mapping algorithm");
  expect_refused(torus + "--free all --seed -1", "--seed: found '-1'");
  expect_refused(torus + "--free all --threads 0", "--threads");
  expect_refused(torus + "--free all --weight hops", "--weight: found 'hops', expected bytes|messages");
  expect_refused(torus + "--free all --preset slow", "--preset: found 'slow', expected fast|default|best");
  expect_refused("--topology torus:4x4 --free all --affinity cart:4x4 --slots-per-node 0",
                 "--slots-per-node: found '0'");
  expect_refused("--topology torus:4x4 --free all --affinity cart:4x4 --slots-per-node -1", "--slots-per-node");
  expect_refused("--topology slurm:topology.conf+tree:4 --free all --affinity cart:4x4 --slots-per-node 4",
                 "expected a network with hosts as slots");
  expect_refused("--topology torus:4x4 --affinity cart:4x4 --slots-per-node 4", "--free");
  expect_refused(torus + "--free all --hostfile nowhere/hosts", "nowhere/hosts");
  workspace_.write("empty", "# nobody\n");
  expect_refused(torus + "--free empty", "empty");
}

}  // namespace
}  // namespace topomorph::endtoend
