// Tests the network from places in rings and tori that Slurm gives to the processes of a job.
#include "core/topology/sources/slurm/grid_addresses.h"

#include "core/topology/sources/slurm/addresses.h"
#include "tests/core/testing.h"
#include "tests/core/topology/lists.h"

namespace topomorph::topology {
namespace {

using ::testing::ElementsAre;

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
