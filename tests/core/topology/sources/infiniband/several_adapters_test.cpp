// Hosts with several adapters in one fabric: which switch they count at, in any order of the file.
#include <fmt/format.h>

#include "core/topology/sources/infiniband/infiniband.h"
#include "tests/core/testing.h"
#include "tests/core/topology/sources/infiniband/fabric_text.h"

namespace topomorph::topology::infiniband {

namespace {

using testing::distance;
using ::testing::ElementsAre;
using testing::FabricText;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::read_fabric;

/// Returns two groups of hosts ("a0" …, "b0" …), each host with a cable to each rail of its group, and a spine over all
/// rails. A cable "a1 r0" in `dead` is missing.
FabricText rails(int hosts, int of_each, const std::vector<std::string>& dead) {
  FabricText text;
  text.add_switch("spine");
  for (const char* group : {"a", "b"}) {
    for (int r = 0; r < of_each; ++r) {
      text.add_switch(fmt::format("{}-r{}", group, r));
      text.cable(fmt::format("{}-r{}", group, r), "spine");
    }
    for (int h = 0; h < hosts; ++h) {
      for (int r = 0; r < of_each; ++r) {
        const std::string name = fmt::format("{}{} mlx5_{}", group, h, r);
        text.add_host(name);
        const bool is_dead = std::ranges::find(dead, fmt::format("{}{} r{}", group, h, r)) != dead.end();
        if (!is_dead) text.cable(fmt::format("{}-r{}", group, r), name);
      }
    }
  }
  return text;
}

}  // namespace

TEST(SeveralAdapters, RailsOverTheSameHostsCountOnce) {
  const GivenTopology given = read_fabric(rails(3, 4, {}));
  EXPECT_EQ(distance(given, "a0", "a2"), 2U);
  EXPECT_EQ(distance(given, "a0", "b0"), 4U);
  EXPECT_THAT(given.notes, ElementsAre(HasSubstr("6 of 6 hosts have cables to several switches")));
}

TEST(SeveralAdapters, ADeadPortDoesNotPartAHostFromItsNeighbours) {
  for (const char* dead : {"a1 r0", "a0 r0", "a2 r3"}) {
    const GivenTopology given = read_fabric(rails(3, 4, {dead}));
    EXPECT_EQ(distance(given, "a0", "a1"), 2U) << dead;
    EXPECT_EQ(distance(given, "a1", "a2"), 2U) << dead;
    EXPECT_EQ(distance(given, "a1", "b1"), 4U) << dead;
  }
  const GivenTopology three = read_fabric(rails(3, 4, {"a0 r0", "a1 r1", "a2 r2"}));
  EXPECT_EQ(distance(three, "a0", "a1"), 2U) << "the fourth rail has all";
}

TEST(SeveralAdapters, MostOfTheBandwidthCounts) {
  FabricText text;
  for (const char* name : {"storage", "leaf1", "leaf2", "spine"}) text.add_switch(name);
  for (const char* below : {"storage", "leaf1", "leaf2"}) text.cable(below, "spine");
  const auto add = [&](const std::string& host, const std::string& leaf, const std::string& speed) {
    text.add_host(host + " mlx5_9");
    text.cable("storage", host + " mlx5_9");
    text.add_host(host + " mlx5_0");
    text.cable(leaf, host + " mlx5_0", speed);
  };
  add("a", "leaf1", "EDR");
  add("b", "leaf1", "EDR");
  add("c", "leaf2", "EDR");
  const GivenTopology given = read_fabric(text);
  EXPECT_EQ(distance(given, "a", "b"), 2U);
  EXPECT_EQ(distance(given, "a", "c"), 4U);
  EXPECT_THAT(given.notes, ElementsAre(HasSubstr("none at storage")));
}

TEST(SeveralAdapters, AFilterChooses) {
  const std::string path = testing::data_file("field/infiniband/storage-first.txt");
  SKIP_WITHOUT(path);
  const GivenTopology compute = read_infiniband(path + "?adapters=mlx5_[0-3]");
  EXPECT_EQ(distance(compute, "gpu-a", "gpu-d"), 4U);
  EXPECT_THAT(compute.notes, IsEmpty());
  EXPECT_EQ(distance(read_infiniband(path + "?adapters=mlx5_4"), "gpu-a", "gpu-d"), 2U) << "storage alone";
  EXPECT_INPUT_ERROR(read_infiniband(path + "?adapters=qib0"), "found none of the hosts that are asked for");
}

TEST(SeveralAdapters, TheOrderOfTheFileDoesNotCount) {
  const std::string storage = testing::data_file("field/infiniband/storage-first.txt");
  const std::string compute = testing::data_file("field/infiniband/compute-first.txt");
  SKIP_WITHOUT(storage);
  const GivenTopology one = read_infiniband(storage), other = read_infiniband(compute);
  EXPECT_EQ(one.hosts.names, other.hosts.names);
  EXPECT_EQ(one.topology->describe(), other.topology->describe());
  EXPECT_EQ(distance(one, "gpu-a", "gpu-c"), 2U);
  EXPECT_EQ(distance(other, "gpu-a", "gpu-d"), 4U);
  EXPECT_EQ(one.notes, other.notes);
}

TEST(FieldFabrics, HostsAreCalledByTheFirstWordOfTheirDescription) {
  const std::string path = testing::data_file("field/infiniband/node-name-map.txt");
  SKIP_WITHOUT(path);
  EXPECT_THAT(read_infiniband(path).hosts.names, ElementsAre("plato7", "plato8", "plato9"));
}

TEST(FieldFabrics, LinksOfUnknownSpeedCountAsTheSlowest) {
  const std::string path = testing::data_file("field/infiniband/ports-unknown.txt");
  SKIP_WITHOUT(path);
  const GivenTopology given = read_infiniband(path);
  EXPECT_LT(distance(given, "node001", "node002"), distance(given, "node001", "node003"));
  EXPECT_THAT(given.notes, ElementsAre(HasSubstr("cables of unknown speed: 1")));
  std::vector<Link> way;
  given.routing->route(0, 2, way);
  for (const Link link : way) EXPECT_NEAR(given.routing->bandwidth(link), 4 * 25 * 64. / 66, 1e-9);
}

}  // namespace topomorph::topology::infiniband
