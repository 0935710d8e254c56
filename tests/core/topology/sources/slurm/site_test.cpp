// Tests what slurm.conf says of topologies and of the order of tasks.
#include "core/topology/sources/slurm/site.h"

#include "core/topology/sources/slurm/slurm_file.h"
#include "tests/core/testing.h"

namespace topomorph::topology {
namespace {

using ::testing::ElementsAre;
using topomorph::testing::TemporaryFolder;

class Site : public ::testing::Test {
 protected:
  SlurmSite site(const std::string& text) { return read_slurm_site(folder_.write("slurm.conf", text)); }
  TemporaryFolder folder_;
};

TEST_F(Site, SettingsThatCount) {
  const SlurmSite read = site(
      "ClusterName=c # ours\nEpilog=\nTopologyPlugin=topology/block\n"
      "selecttypeparameters = CR_Core_Memory,CR_LLN\nSchedulerParameters=bf_window=10,bf_busy_nodes\n"
      "NodeName=n[1-4] CPUs=4\nPartitionName=a Nodes=n[1-2] Topology=first\nPartitionName=b,c Nodes=ALL\n");
  EXPECT_TRUE(read.topology_order);
  EXPECT_THAT(read.against_arbitrary, ElementsAre("CR_LLN", "bf_busy_nodes"));
  EXPECT_EQ(read.topologies.at("a"), "first");
  EXPECT_EQ(read.topologies.at("b"), "");
  EXPECT_EQ(read.topologies.size(), 3U);
}

TEST_F(Site, TheOrderOfNodesIfTheSiteWantsIt) {
  EXPECT_FALSE(site("SelectTypeParameters=CR_Core,CR_NO_DIST_TOPO_BLOCK\n").topology_order);
}

TEST_F(Site, PartitionsOfIncludedFilesAndDefaults) {
  folder_.write("partitions.conf",
                "PartitionName=DEFAULT Topology=main\nPartitionName=a\nPartitionName=b Topology=x\n");
  const SlurmSite read = site("Include partitions.conf\nPartitionName=c\n");
  EXPECT_EQ(read.topologies.at("a"), "main");
  EXPECT_EQ(read.topologies.at("b"), "x");
}

/// 40 lines in each of 8 files are 40^8 files.
TEST_F(Site, FilesThatIncludeManyOthersHaveASum) {
  std::string lines;
  for (int depth = 1; depth < 8; ++depth) {
    lines.clear();
    for (int line = 0; line < 40; ++line) lines += "Include f" + std::to_string(depth + 1) + "\n";
    folder_.write("f" + std::to_string(depth), lines);
  }
  folder_.write("f8", "PartitionName=a\n");
  EXPECT_INPUT_ERROR(site("Include f1\n"), "f7:10: found more than 1000 included files, expected at most that");
  lines.clear();
  for (int line = 0; line < 1000; ++line) lines += "Include f8\n";
  EXPECT_EQ(site(lines).topologies.size(), 1U) << "a thousand are enough for a site";
}

TEST_F(Site, WhatIsRefused) {
  EXPECT_INPUT_ERROR(site("Include slurm.conf\n"), "slurm.conf:1: found files that include each other");
  EXPECT_INPUT_ERROR(site("\nInclude absent\n"), "absent: cannot be read");
  EXPECT_INPUT_ERROR(site("PartitionName=\n"), "slurm.conf:1: found PartitionName= without a value");
  const SlurmSite read = site("PartitionName=a\nPartitionName=b\n");
  EXPECT_INPUT_ERROR(topology_of_partition(read, "slurm.conf", "z"),
                     "slurm.conf: found no partition z, expected one of a, b");
}

constexpr const char* kTwoTopologies =
    "- topology: small\n  block:\n    block_sizes: [2]\n    blocks:\n      - block: b1\n        nodes: n[1-2]\n"
    "- topology: main\n  cluster_default: true\n  tree:\n    switches:\n      - switch: s\n        nodes: n[1-4]\n";

TEST_F(Site, APartitionHasItsTopology) {
  folder_.write("topology.yaml", kTwoTopologies);
  folder_.write("topology.conf", "SwitchName=ignored Nodes=x\n");
  const std::string conf = folder_.write("slurm.conf", "PartitionName=gpu Topology=small\nPartitionName=cpu\n");
  EXPECT_EQ(read_slurm_topology(conf + "#gpu").topology->slots(), 2U);
  EXPECT_EQ(read_slurm_topology(conf + "#cpu").topology->slots(), 4U);
  EXPECT_EQ(read_slurm_topology(conf).topology->slots(), 4U);
  EXPECT_INPUT_ERROR(read_slurm_topology(conf + "#none"), "found no partition none, expected one of cpu, gpu");
}

TEST_F(Site, TopologyConfServesIfThereIsNoYaml) {
  folder_.write("topology.conf", "SwitchName=s Nodes=n[1-3]\n");
  EXPECT_EQ(read_slurm_topology(folder_.write("slurm.conf", "PartitionName=p\n") + "#p").topology->slots(), 3U);
}

}  // namespace
}  // namespace topomorph::topology
