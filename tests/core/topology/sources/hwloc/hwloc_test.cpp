// Tests machines from hwloc, recorded and synthetic, and places on them.
#include <fmt/format.h>

#include "core/topology/hosts/placement.h"
#include "core/topology/sources/hwloc/machine.h"
#include "core/topology/sources/hwloc/tree_of_machine.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::topology {
namespace {

using ::testing::ElementsAre;
using Lists = std::vector<std::string>;

TEST(Hwloc, SlotsAreCoresWhereThereAreAny) {
  EXPECT_EQ(tree_of(Machine::synthetic("pack:2 core:4 pu:2")).slots(), 8U);
  EXPECT_EQ(tree_of(Machine::synthetic("pack:2 pu:3")).slots(), 6U);
  EXPECT_EQ(tree_of(Machine::synthetic("pu:1")).slots(), 1U);
  EXPECT_EQ(tree_of(Machine::synthetic("core:1 pu:1")).slots(), 1U);
}

TEST(Hwloc, LevelsThatDoNotBranchAreDropped) {
  const TreeTopology tree = tree_of(Machine::synthetic("pack:2 l3:1 numa:2 l2:4 l1d:1 core:1 pu:1"));
  EXPECT_EQ(tree.describe(), "tree of 2 Packages x 2 NUMANodes x 4 slots");
  EXPECT_EQ(tree.level(1).distance, 2U);
  EXPECT_EQ(tree.level(3).distance, 6U);
}

/// Returns hwloc's XML of packages in no group beside a group of two packages.
std::string irregular_xml() {
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">\n<topology "
      "version=\"2.0\">\n";
  int id = 0;
  const auto open = [&](const std::string& what, unsigned cpus, unsigned nodes) {
    ++id;
    text += fmt::format(
        "<object {} cpuset=\"0x{:x}\" complete_cpuset=\"0x{:x}\" nodeset=\"0x{:x}\" complete_nodeset=\"0x{:x}\" "
        "gp_index=\"{}\">\n",
        what, cpus, cpus, nodes, nodes, id);
  };
  const auto close = [&] { text += "</object>\n"; };
  const auto package = [&](unsigned number) {
    open(fmt::format("type=\"Package\" os_index=\"{}\"", number), 3U << (2 * number), 1);
    for (unsigned cpu = 2 * number; cpu < 2 * number + 2; ++cpu) {
      open(fmt::format("type=\"Core\" os_index=\"{}\"", cpu), 1U << cpu, 1);
      open(fmt::format("type=\"PU\" os_index=\"{}\"", cpu), 1U << cpu, 1);
      close(), close();
    }
    close();
  };
  open("type=\"Machine\" os_index=\"0\" allowed_cpuset=\"0xff\" allowed_nodeset=\"0x1\"", 0xff, 1);
  open("type=\"NUMANode\" os_index=\"0\" local_memory=\"1024\"", 0xff, 1), close();
  open("type=\"Group\" kind=\"0\" subkind=\"0\"", 0xf, 1);
  package(0), package(1), close();
  package(2), package(3), close();
  return text + "</topology>\n";
}

TEST(Hwloc, WhatIsInNoGroupSharesNone) {
  const testing::TemporaryFolder folder;
  const TreeTopology tree = tree_of(Machine::from_xml(folder.write("irregular.xml", irregular_xml())));
  EXPECT_EQ(tree.describe(), "tree of 3 Groups x 1-2 Packages x 2 slots");
  EXPECT_EQ(tree.distance(0, 2), 4U) << "two packages of the group";
  EXPECT_EQ(tree.distance(4, 6), 6U) << "two packages of none, neighbours in number";
}

TEST(Locate, NamesTheObjectsAroundABinding) {
  const Machine machine = Machine::synthetic("pack:2 [numa] l3:2 core:2 pu:2");
  EXPECT_THAT(locate_cpusets(machine, Lists{"0-1", "2", "4-7", "12,14", "8-15", "1,8", "0-15", ""}),
              ElementsAre("Package:0/NUMANode:0/L3Cache:0/Core:0", "Package:0/NUMANode:0/L3Cache:0/Core:1/PU:0",
                          "Package:0/NUMANode:0/L3Cache:1", "Package:1/NUMANode:0/L3Cache:1", "Package:1/NUMANode:0",
                          "", "", ""));
}

TEST(Locate, SeesNumaNodesInsidePackages) {
  const Machine machine = Machine::synthetic("pack:2 numa:2 core:4 pu:1");
  EXPECT_THAT(locate_cpusets(machine, Lists{"13", "8-11"}),
              ElementsAre("Package:1/NUMANode:1/Core:1/PU:0", "Package:1/NUMANode:0"));
}

TEST(Locate, IgnoresCpusTheMachineDoesNotHave) {
  const Machine machine = Machine::synthetic("pack:2 core:2 pu:1");
  EXPECT_THAT(locate_cpusets(machine, Lists{"0,77", "77", "0-1000000"}), ElementsAre("Package:0/Core:0/PU:0", "", ""));
}

TEST(Locate, RefusesListsItCannotRead) {
  const Machine machine = Machine::synthetic("pu:2");
  EXPECT_INPUT_ERROR(locate_cpusets(machine, Lists{"0x3"}), "found \"0x3\", expected a list of CPUs");
  EXPECT_INPUT_ERROR(locate_cpusets(machine, Lists{"a"}), "found \"a\", expected a list of CPUs");
}

/// The cgroup at the recording allowed 16 of 64 CPUs.
TEST(Locate, OnARestrictedMachineAllIsWhatIsAllowed) {
  const std::string path = testing::data_file("hwloc/irregulargroups-disallowed.xml");
  SKIP_WITHOUT(path);
  const Machine machine = Machine::from_xml(path);
  std::string all;
  for (int cpu = 0; cpu < 64; ++cpu) all += fmt::format("{}{}", cpu == 0 ? "" : ",", cpu);
  const std::vector<std::string> whole = locate_cpusets(machine, Lists{all, "0-255"});
  EXPECT_THAT(whole, ElementsAre("", "")) << "not bound, as far as the limits go";
}

TEST(Locate, BindingsOfEveryWidthMakeATree) {
  const Machine machine = Machine::synthetic("pack:2 [numa] l3:2 core:2 pu:2");
  const Lists bindings = {"0-3", "4", "5", "6-7", "8-11", "0-15", ""};  // L3, two halves of a core, a core, L3, none
  const std::vector<std::string> paths = locate_cpusets(machine, bindings);
  EXPECT_THAT(paths, ElementsAre("Package:0/NUMANode:0/L3Cache:0", "Package:0/NUMANode:0/L3Cache:1/Core:0/PU:0",
                                 "Package:0/NUMANode:0/L3Cache:1/Core:0/PU:1", "Package:0/NUMANode:0/L3Cache:1/Core:1",
                                 "Package:1/NUMANode:0/L3Cache:0", "", ""));
  std::vector<ProcessLocation> processes;
  for (const std::string& place : paths) processes.push_back({"host", place});
  const JobTopology job = build_job_topology(processes);
  const auto distance = [&](std::size_t a, std::size_t b) {
    return job.tree.distance(job.slot_of_process[a], job.slot_of_process[b]);
  };
  EXPECT_LT(distance(1, 2), distance(1, 3)) << "halves of a core are nearer than two cores";
  EXPECT_LT(distance(1, 3), distance(0, 1)) << "cores of a cache are nearer than caches of a package";
  EXPECT_LT(distance(0, 1), distance(0, 4)) << "a package is nearer than two";
  EXPECT_EQ(distance(5, 6), distance(0, 5)) << "where nobody is bound anything is possible";
}

TEST(Locate, KnowsThisHost) {
  const Machine machine = Machine::this_host();
  EXPECT_GE(tree_of(machine).slots(), 1U);
  EXPECT_THAT(locate_cpusets(machine, Lists{""}), ElementsAre(""));
  for (const char* live : {"hwloc:", "host:"}) EXPECT_EQ(parse_topology(live)->slots(), tree_of(machine).slots());
  EXPECT_INPUT_ERROR(parse_topology("host:x"), "topology \"host:x\": found \"x\", expected nothing");
}

}  // namespace
}  // namespace topomorph::topology
