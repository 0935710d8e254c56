// Tests measured networks: order, distances, files, and malformed files.
#include "core/topology/sources/measured/network.h"

#include "core/topology/spec.h"
#include "tests/core/testing.h"
#include "tests/core/topology/malformed.h"

namespace topomorph::topology {
namespace {

using ::testing::ElementsAre;
using testing::Malformed;

MeasuredNetwork example() {
  const std::vector<std::string> names = {"a", "b", "c", "d", "e"};
  const std::vector<Partition> groups = {{0, 1, 0, 2, 1}, {0, 1, 0, 0, 1}};
  MeasuredNetwork network = arrange(names, groups);
  network.levels[0] = {"group", 0, 20e-6, 12e6, 12e6};
  network.levels[1] = {"group2", 0, 30e-6, 12e6, 10e6};
  network.levels[2] = {"cluster", 0, 30e-6, 5e6, 1.5e6};
  set_distances(network);
  return network;
}

TEST(MeasuredNetwork, HostsOfAGroupFollowEachOther) {
  const MeasuredNetwork network = example();
  EXPECT_THAT(network.hosts, ElementsAre("a", "c", "d", "b", "e"));
  EXPECT_THAT(network.groups[0], ElementsAre(0, 0, 2, 1, 1));
  EXPECT_THAT(network.groups[1], ElementsAre(0, 0, 0, 1, 1));
}

TEST(MeasuredNetwork, DistancesFollowTheSlowerOfLatencyAndLoadedBandwidth) {
  const MeasuredNetwork network = example();
  EXPECT_EQ(network.levels[0].distance, 10U);
  EXPECT_EQ(network.levels[1].distance, 15U);
  EXPECT_EQ(network.levels[2].distance, 80U);
}

TEST(MeasuredNetwork, DistancesGrowEvenWhereCostsDoNot) {
  MeasuredNetwork network = example();
  for (MeasuredLevel& level : network.levels) level.latency = 1, level.loaded = 1;
  network.levels[2].loaded = 2;
  set_distances(network);
  EXPECT_EQ(network.levels[0].distance, 10U);
  EXPECT_EQ(network.levels[1].distance, 11U);
  EXPECT_EQ(network.levels[2].distance, 12U);
}

TEST(MeasuredNetwork, IsATreeOfNamedHosts) {
  const GivenTopology given = topology_of(example());
  EXPECT_EQ(given.topology->describe(), "tree of 2 group2s x 1-2 groups x 1-2 slots");
  EXPECT_THAT(given.hosts.names, ElementsAre("a", "c", "d", "b", "e"));
  EXPECT_THAT(given.hosts.begin, ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_EQ(given.topology->distance(0, 1), 10U);
  EXPECT_EQ(given.topology->distance(0, 2), 15U);
  EXPECT_EQ(given.topology->distance(0, 3), 80U);
}

TEST(MeasuredFile, IsReadAsItWasWritten) {
  const testing::TemporaryFolder folder;
  const MeasuredNetwork network = example();
  write_measured(network, "5 hosts", folder.file("net"));
  const MeasuredNetwork again = read_measured(folder.file("net"));
  EXPECT_EQ(again.hosts, network.hosts);
  ASSERT_EQ(again.levels.size(), 3U);
  for (std::size_t l = 0; l < 3; ++l) {
    EXPECT_EQ(again.levels[l].name, network.levels[l].name);
    EXPECT_EQ(again.levels[l].distance, network.levels[l].distance);
    EXPECT_NEAR(again.levels[l].loaded, network.levels[l].loaded, 1e3);
  }
  const auto given = read_topology("measured:" + folder.file("net"));
  for (Slot a = 0; a < 5; ++a) {
    for (Slot b = 0; b < 5; ++b)
      EXPECT_EQ(given.topology->distance(a, b), topology_of(network).topology->distance(a, b)) << a << " " << b;
  }
}

TEST(MeasuredFile, OfHostsWithoutGroups) {
  const testing::TemporaryFolder folder;
  const auto path =
      folder.write("net", "topomorph-measured 1\r\nlevel cluster 10 20 12 12 # all alike\n\nhost x\nhost y\n");
  EXPECT_EQ(topology_of(read_measured(path)).topology->describe(), "tree of 2 slots");
}

TEST(MeasuredFile, GroupsMayBeNumberedInsideTheGroupAroundThem) {
  const testing::TemporaryFolder folder;
  const auto path = folder.write("net",
                                 "topomorph-measured 1\nlevel c 30 1 1 1\nlevel g2 20 1 1 1\nlevel g 10 1 1 1\n"
                                 "host p 0 0\nhost q 0 1\nhost r 1 0\nhost s 1 1\n");
  EXPECT_EQ(topology_of(read_measured(path)).topology->describe(), "tree of 2 g2s x 2 gs x 1 slot");
}

class MalformedMeasured : public ::testing::TestWithParam<Malformed> {};

TEST_P(MalformedMeasured, IsRefusedWithTheLine) {
  const testing::TemporaryFolder folder;
  const auto path = folder.write("net", GetParam().text);
  EXPECT_INPUT_ERROR(topology_of(read_measured(path)), path + GetParam().message);
}

#define HEAD "topomorph-measured 1\n"
#define LEVELS HEAD "level cluster 20 30 5 2\nlevel group 10 20 12 12\n"

INSTANTIATE_TEST_SUITE_P(
    All, MalformedMeasured,
    ::testing::Values(
        Malformed{"Empty", "", ": found \"\", expected \"topomorph-measured 1\""},
        Malformed{"OtherFile", "\nhost a\n", ":2: found \"host a\", expected \"topomorph-measured 1\""},
        Malformed{"OtherVersion", "topomorph-measured 2\n", ":1: found \"topomorph-measured 2\""},
        Malformed{"NoHosts", LEVELS, ":3: found no host"},
        Malformed{"NoLevels", HEAD "host a\n", ":2: found a host before any level"},
        Malformed{"UnknownLine", HEAD "switch x\n", ":2: found \"switch\", expected a line"},
        Malformed{"LevelAfterHost", HEAD "level a 1 1 1 1\nhost x\nlevel b 1 1 1 1\n",
                  ":4: found a level behind a host"},
        Malformed{"NamelessLevel", HEAD "level\n", ":2: found level \"\""},
        Malformed{"LevelTwice", HEAD "level a 2 1 1 1\nlevel a 1 1 1 1\n", ":3: found level \"a\""},
        Malformed{"NoDistance", HEAD "level a x 1 1 1\n", ":2: found distance \"x\""},
        Malformed{"NegativeDistance", HEAD "level a -1 1 1 1\n", ":2: found distance \"-1\""},
        Malformed{"HugeDistance", HEAD "level a 99999999999999999999 1 1 1\n", ":2: found distance \"9999"},
        Malformed{"GrowingDistance", HEAD "level a 2 1 1 1\nlevel b 3 1 1 1\n",
                  ":3: found distance \"3\", expected a number of at most 2"},
        Malformed{"NegativeLatency", HEAD "level a 1 -1 1 1\n", ":2: found \"-1\", expected a latency"},
        Malformed{"NanLatency", HEAD "level a 1 nan 1 1\n", ":2: found \"nan\", expected a latency"},
        Malformed{"HugeLatency", HEAD "level a 1 1e300 1 1\n", ":2: found \"1e300\", expected a latency"},
        Malformed{"NoBandwidth", HEAD "level a 1 1 0 1\n", ":2: found \"0\", expected the bandwidth of a pair alone"},
        Malformed{"NoLoadedBandwidth", HEAD "level a 1 1 1\n",
                  ":2: found \"\", expected the bandwidth of a pair under load"},
        Malformed{"LongLevel", HEAD "level a 1 1 1 1 1\n", ":2: found \"1\", expected the end of the line"},
        Malformed{"NamelessHost", LEVELS "host\n", ":4: found host \"\""},
        Malformed{"HostTwice", LEVELS "host a 0\nhost a 0\n", ":5: found host \"a\""},
        Malformed{"ShortPath", LEVELS "host a\n", ":4: found \"\", expected the numbers of the host's groups on 1"},
        Malformed{"LongPath", LEVELS "host a 0 0\n", ":4: found \"0\", expected the end of the line"},
        Malformed{"NoNumber", LEVELS "host a g\n", ":4: found \"g\", expected the numbers"},
        Malformed{"SplitGroup", LEVELS "host a 0\nhost b 1\nhost c 0\n", ":6: found group 0 of level group again"}),
    [](const auto& test) { return test.param.name; });

TEST(MeasuredFile, ThatIsNotThere) { EXPECT_INPUT_ERROR(read_measured("/nowhere/net"), "/nowhere/net"); }

#undef HEAD
#undef LEVELS

}  // namespace
}  // namespace topomorph::topology
