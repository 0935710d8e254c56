// Tests the written topology.conf, and that it is read back.
#include "core/model/tree.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/shapes/grid.h"
#include "core/topology/sources/slurm/slurm_file.h"
#include "tests/core/topology/export/exported.h"

namespace topomorph::testing {

using namespace topology;
namespace {

/// Returns seven hosts under three leaf switches, two of which are under one spine.
GivenTopology tree_of_switches() {
  const std::vector<TreeLevel> levels = {
      {"switch", 2, {0, 3, 5, 7}}, {"switch2", 4, {0, 5, 7}}, {"switch3", 6, {0, 7}}};
  GivenTopology network = given(TreeTopology(levels));
  network.hosts = {{"n08", "n09", "n10", "n12", "login", "m1", "m3"}, {0, 1, 2, 3, 4, 5, 6, 7}};
  return network;
}

constexpr const char* kText =
    "# 7 hosts, 3 levels of switches\n"
    "SwitchName=s1-0 Nodes=n[08-10]\n"
    "SwitchName=s1-1 Nodes=n12,login\n"
    "SwitchName=s1-2 Nodes=m[1,3]\n"
    "SwitchName=s2-0 Switches=s1-[0-1]\n"
    "SwitchName=s2-1 Switches=s1-2\n"
    "SwitchName=s3-0 Switches=s2-[0-1]\n";

TEST(SlurmWriter, HostsUnderSwitches) { EXPECT_EQ(exported(tree_of_switches(), "slurm"), kText); }

TEST(SlurmWriter, IsReadBack) {
  const TemporaryFolder folder;
  const GivenTopology read = read_slurm_topology(folder.write("topology.conf", kText));
  EXPECT_EQ(read.hosts.names, tree_of_switches().hosts.names);
  expect_equal_distances(*read.topology, *tree_of_switches().topology);
}

TEST(SlurmWriter, LevelsInsideHostsAreNotWritten) {
  GivenTopology machine =
      given(TreeTopology({{"core", 1, {0, 2, 4, 6, 8}}, {"host", 2, {0, 4, 8}}, {"switch", 3, {0, 8}}}));
  machine.hosts = {{"a", "b"}, {0, 4, 8}};
  EXPECT_EQ(exported(machine, "slurm"), "# 2 hosts, 1 level of switches\nSwitchName=s1-0 Nodes=a,b\n");
}

TEST(SlurmWriter, MachinesOfOtherShapesInATreeOfHosts) {
  const auto mesh = std::make_shared<GridTopology>(GridTopology::mesh(std::vector<std::uint64_t>{2, 2}));
  GivenTopology machine = tree_of_switches();
  machine.topology =
      std::make_shared<ComposedTopology>(machine.topology, std::vector<std::shared_ptr<const Topology>>(7, mesh));
  machine.hosts.begin = {0, 4, 8, 12, 16, 20, 24, 28};
  EXPECT_EQ(exported(machine, "slurm"), kText);
}

TEST(SlurmWriter, WhatSlurmCannotSayIsRefused) {
  EXPECT_INPUT_ERROR(exported(given(GridTopology::mesh(std::vector<std::uint64_t>{2})), "slurm"),
                     "without names of hosts");
  GivenTopology mesh = given(GridTopology::mesh(std::vector<std::uint64_t>{2}));
  mesh.hosts = {{"a", "b"}, {0, 1, 2}};
  EXPECT_INPUT_ERROR(exported(mesh, "slurm"), "found a mesh of 2, expected a tree of hosts");
  GivenTopology odd = tree_of_switches();
  odd.hosts.names[2] = "n[1]";
  EXPECT_INPUT_ERROR(exported(odd, "slurm"), "found host name \"n[1]\"");
}

}  // namespace
}  // namespace topomorph::testing
