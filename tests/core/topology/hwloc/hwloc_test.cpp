// Machines from hwloc: recorded ones, synthetic ones, and places on them.
#include "core/topology/hwloc/machine.h"
#include "tests/core/testing.h"

namespace topomorph {
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

struct Recorded {
  std::string file;
  std::string description;
};

void PrintTo(const Recorded& machine, std::ostream* out) { *out << machine.file; }

class RecordedMachine : public ::testing::TestWithParam<Recorded> {};

TEST_P(RecordedMachine, IsATreeOfItsCores) {
  const std::string path = testing::data_file("hwloc/" + GetParam().file);
  SKIP_WITHOUT(path);
  EXPECT_EQ(tree_of(Machine::from_xml(path)).describe(), GetParam().description);
}

INSTANTIATE_TEST_SUITE_P(All, RecordedMachine,
                         ::testing::Values(Recorded{"16em64t-4s2c2t.xml", "tree of 4 Packages x 2 slots"},
                                           Recorded{"192em64t-24n8c2t.xml", "tree of 24 Packages x 8 slots"},
                                           Recorded{"8intel64-4n2t-memattrs.xml", "tree of 4 NUMANodes x 2 slots"},
                                           Recorded{"96em64t-4n4d3ca2co-pci.xml",
                                                    "tree of 4 NUMANodes x 4 Packages x 3 L2Caches x 2 slots"},
                                           Recorded{"irregulargroups-disallowed.xml", "tree of 2 Packages x 8 slots"},
                                           Recorded{"nvidiaDGX2.xml", "tree of 2 Packages x 2 slots"}),
                         [](const auto& machine) {
                           std::string name;
                           for (const char c : machine.param.file)
                             name += std::isalnum(static_cast<unsigned char>(c)) ? std::string(1, c) : "";
                           return name;
                         });

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

TEST(Locate, KnowsThisHost) {
  const Machine machine = Machine::this_host();
  EXPECT_GE(tree_of(machine).slots(), 1U);
  EXPECT_THAT(locate_cpusets(machine, Lists{""}), ElementsAre(""));
}

}  // namespace
}  // namespace topomorph
