// Tests the network from the addresses that Slurm gives to the processes of a job.
#include "core/topology/sources/slurm/addresses.h"

#include "core/model/slurm_units.h"
#include "core/model/tree.h"
#include "core/topology/hosts/placement.h"
#include "tests/core/testing.h"
#include "tests/core/topology/lists.h"

namespace topomorph::topology {

namespace {

using ::testing::ElementsAre;

TEST(SlurmAddress, SwitchesFromTheLeafUpAndTheNode) {
  const auto path = parse_slurm_address("top.sp0.s1.n3 switch.switch.switch.node");
  ASSERT_TRUE(path);
  EXPECT_EQ(path->host, "n3");
  EXPECT_THAT(path->above, ElementsAre("s1", "sp0", "top"));
}

TEST(SlurmAddress, WithoutATopologyItIsTheNode) {
  const auto path = parse_slurm_address("n3 node");
  ASSERT_TRUE(path);
  EXPECT_EQ(path->host, "n3");
  EXPECT_TRUE(path->above.empty());
}

TEST(SlurmAddress, ABranchMayLackTheOutermostSwitches) {
  const auto path = parse_slurm_address("s1.n3 switch.switch.node");
  ASSERT_TRUE(path);
  EXPECT_THAT(path->above, ElementsAre("s1"));
}

TEST(SlurmAddress, ANodeNameMayHaveDots) {
  const auto path = parse_slurm_address("s1.n3.site.org switch.node");
  ASSERT_TRUE(path);
  EXPECT_EQ(path->host, "n3.site.org");
  EXPECT_THAT(path->above, ElementsAre("s1"));
}

TEST(SlurmAddress, NamesOfSwitchesMayHaveEquallyManyDots) {
  const auto path = parse_slurm_address("switch.2.1.switch.1.4.node-1 switch.switch.node", "node-1.site.org");
  ASSERT_TRUE(path);
  EXPECT_EQ(path->host, "node-1");
  EXPECT_THAT(path->above, ElementsAre("switch.1.4", "switch.2.1"));
  const auto full = parse_slurm_address("a.1.b.2.n3.site.org switch.switch.node", "n3.site.org");
  ASSERT_TRUE(full);
  EXPECT_EQ(full->host, "n3.site.org");
  EXPECT_THAT(full->above, ElementsAre("b.2", "a.1"));
}

TEST(SlurmAddress, WhatIsNone) {
  for (const char* text : {"", "n3", " ", "n3 ", "top.n3.  switch.switch.node", "..n3 switch.switch.node",
                           "top.n3 switch.switch", ".n3 switch.node"}) {
    EXPECT_FALSE(parse_slurm_address(text)) << text;
  }
}

Locations fabric() {
  return {{"a", "", "top.p0.s0.n0 switch.switch.switch.node"},
          {"b", "", "top.p1.s2.n4 switch.switch.switch.node"},
          {"a", "", "top.p0.s0.n0 switch.switch.switch.node"},
          {"c", "", "top.p0.s1.n2 switch.switch.switch.node"},
          {"d", "", "top.p0.s0.n1 switch.switch.switch.node"}};
}

TEST(NetworkOfAddresses, TreeOfTheJobsHosts) {
  const auto network = network_of_addresses(fabric());
  ASSERT_TRUE(network);
  EXPECT_THAT(network->hosts.names, ElementsAre("a", "d", "c", "b"));
  EXPECT_EQ(network->topology->distance(0, 1), 2U);
  EXPECT_EQ(network->topology->distance(0, 2), 4U);
  EXPECT_EQ(network->topology->distance(1, 3), 6U);
  EXPECT_EQ(network->slurm->plugin, "tree");
}

TEST(NetworkOfAddresses, BlocksAreCalledSo) {
  const auto network = network_of_addresses(Locations{{"a", "", "b1.n1 block.node"}, {"b", "", "b2.n2 block.node"}});
  ASSERT_TRUE(network);
  const auto& tree = dynamic_cast<const TreeTopology&>(*network->topology);
  EXPECT_EQ(tree.levels(), 1U);
  EXPECT_EQ(network->slurm->plugin, "block");
}

TEST(NetworkOfAddresses, HostsOfABlockAreNearerThanOthers) {
  const auto network = network_of_addresses(
      Locations{{"a", "", "b1.n1 block.node"}, {"b", "", "b2.n2 block.node"}, {"c", "", "b1.n3 block.node"}});
  ASSERT_TRUE(network);
  EXPECT_THAT(network->hosts.names, ElementsAre("a", "c", "b"));
  EXPECT_EQ(network->topology->distance(0, 1), 2U);
  EXPECT_EQ(network->topology->distance(0, 2), 4U);
  EXPECT_EQ(dynamic_cast<const TreeTopology&>(*network->topology).level(1).name, "block");
}

TEST(NetworkOfAddresses, UnknownWhereTheProcessesOfAHostDisagree) {
  Locations processes = fabric();
  processes[2].network = "top.p0.s1.n0 switch.switch.switch.node";
  EXPECT_FALSE(network_of_addresses(processes));
}

TEST(NetworkOfAddresses, AnEmptyFieldIsALevelThatTheBranchHasNot) {
  Locations processes;
  for (const char* address :
       {"top.sp1.leaf1.node0", "top.sp1.leaf2.node1", "top.sp1.leaf1.node2", "top..leaf9.node3"}) {
    const std::string text = address;
    processes.push_back({text.substr(text.rfind('.') + 1), "", text + " switch.switch.switch.node"});
  }
  const auto network = network_of_addresses(processes);
  ASSERT_TRUE(network);
  EXPECT_THAT(network->hosts.names, ElementsAre("node0", "node2", "node1", "node3"));
  EXPECT_EQ(network->topology->distance(0, 1), 2U) << "both under leaf1";
  EXPECT_EQ(network->topology->distance(1, 2), 4U);
  EXPECT_EQ(network->topology->distance(0, 3), 6U) << "they meet at the top";
}

TEST(NetworkOfAddresses, UnknownWhereTwoHostsHaveOneAddress) {
  Locations processes = fabric();
  processes[4].network = processes[0].network;
  EXPECT_FALSE(network_of_addresses(processes));
}

TEST(NetworkOfAddresses, UnknownWhereAHostHasNone) {
  for (const char* address : {"", "n1 node", "nonsense"}) {
    Locations processes = fabric();
    processes[4].network = address;
    EXPECT_FALSE(network_of_addresses(processes)) << address;
  }
  EXPECT_FALSE(network_of_addresses(Locations{}));
}

TEST(HostNames, ShortAndLongNamesMeet) {
  const std::vector<std::string> names = {"n1.site.org", "n2", "x.a", "x.b", "10.0.0.1", "10.0.0.2"};
  const HostNames hosts(names);
  EXPECT_EQ(hosts.find("n1"), 0U);
  EXPECT_EQ(hosts.find("N1.Site.org"), 0U);
  EXPECT_EQ(hosts.find("n2.site.org"), 1U);
  EXPECT_EQ(hosts.find("x.b"), 3U);
  EXPECT_FALSE(hosts.find("x")) << "two are called so";
  EXPECT_EQ(hosts.find("10.0.0.2"), 5U);
  EXPECT_FALSE(hosts.find("10"));
  EXPECT_FALSE(hosts.find("n3"));
}

TEST(GridAddress, RingAndTorus) {
  const auto ring = parse_grid_address("ring0:3.n1 ring:position.node");
  ASSERT_TRUE(ring);
  EXPECT_EQ(ring->unit, "ring0");
  EXPECT_EQ(ring->cell, (GridCell{3, 0, 0}));
  const auto torus = parse_grid_address("pod.1:1:2:10.n1.site.org torus:x:y:z.node");
  ASSERT_TRUE(torus);
  EXPECT_EQ(torus->unit, "pod.1");
  EXPECT_EQ(torus->cell, (GridCell{1, 2, 10}));
}

TEST(GridAddress, WhatIsNone) {
  for (const char* text : {"", "s1.n1 switch.node", "ring0.n1 ring:position.node", "ring0:x.n1 ring:position.node",
                           "ring0:3 ring:position.node", "pod:1:2.n1 torus:x:y:z.node", "n1 torus:x:y:z.node",
                           "ring0:99999999999.n1 ring:position.node"}) {
    EXPECT_FALSE(parse_grid_address(text)) << text;
  }
}

Locations ring_of_job(std::initializer_list<int> positions) {
  Locations processes;
  for (const int p : positions) {
    const std::string host = "n" + std::to_string(p);
    processes.push_back({host, "", "r:" + std::to_string(p) + "." + host + " ring:position.node"});
  }
  return processes;
}

TEST(NetworkOfGridAddresses, ASegmentIsALine) {
  const auto network = network_of_addresses(ring_of_job({5, 3, 4}));
  ASSERT_TRUE(network);
  EXPECT_EQ(network->slurm->plugin, "ring");
  EXPECT_THAT(network->hosts.names, ElementsAre("n3", "n4", "n5"));
  EXPECT_EQ(network->topology->distance(0, 2), 2U);
}

TEST(NetworkOfGridAddresses, ASegmentAcrossTheEndShowsTheRing) {
  const auto network = network_of_addresses(ring_of_job({6, 7, 0, 1}));
  ASSERT_TRUE(network);
  EXPECT_THAT(network->hosts.names, ElementsAre("n0", "n1", "n6", "n7"));
  EXPECT_EQ(network->topology->distance(0, 3), 1U);
  EXPECT_EQ(network->topology->distance(1, 2), 3U);
}

TEST(NetworkOfGridAddresses, PlacesInATorus) {
  const auto network = network_of_addresses(Locations{{"a", "", "t:0:1:2.a torus:x:y:z.node"},
                                                      {"b", "", "t:1:1:2.b torus:x:y:z.node"},
                                                      {"c", "", "t:1:0:0.c torus:x:y:z.node"}});
  ASSERT_TRUE(network);
  EXPECT_EQ(network->slurm->plugin, "torus3d");
  EXPECT_THAT(network->hosts.names, ElementsAre("c", "a", "b"));
  EXPECT_EQ(network->topology->distance(1, 2), 1U);
  EXPECT_EQ(network->topology->distance(0, 2), 2U) << "z has the places 0 and 2 of a job that may use its end";
}

TEST(NetworkOfGridAddresses, RingsWhoseHostsComeByTurns) {
  Locations processes;
  for (const char* place : {"a:0", "b:0", "a:1", "b:1"}) {
    const std::string host = std::string(1, place[0]) + place[2];
    processes.push_back({host, "", std::string(place) + "." + host + " ring:position.node"});
  }
  const auto given = network_of_addresses(processes);
  ASSERT_TRUE(given);
  EXPECT_THAT(given->hosts.names, ElementsAre("a0", "a1", "b0", "b1"));
}

TEST(NetworkOfGridAddresses, UnknownWhereAddressesAreOfSeveralKindsOrTwice) {
  Locations mixed = ring_of_job({0, 1});
  mixed.push_back({"x", "", "s.x switch.node"});
  EXPECT_FALSE(network_of_addresses(mixed));
  Locations twice = ring_of_job({0, 1});
  twice.push_back({"x", "", "r:1.x ring:position.node"});
  EXPECT_FALSE(network_of_addresses(twice));
}

}  // namespace

}  // namespace topomorph::topology
