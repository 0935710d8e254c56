// Tests of hosts as users write them, and of their units from hwloc.
#include "core/mapping/layouts/machine_units.h"
#include "tests/core/mapping/layouts/units.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

using ::testing::ElementsAre;

TEST(LayoutHosts, HaveTheLevelsThatHwlocSees) {
  EXPECT_THAT(widths(units_of_hosts({"synthetic:group:2 pack:3 l3:2 l2:2 l1:1 core:1 pu:2"})),
              ElementsAre(1, 2, 3, 1, 2, 2, 1, 1, 2));
  EXPECT_THAT(widths(units_of_hosts({"synthetic:pack:2 numa:2 core:3 pu:2"})), ElementsAre(1, 1, 2, 2, 1, 1, 1, 3, 2));
  EXPECT_THAT(widths(units_of_hosts({"synthetic:numa:2 pack:2 core:3 pu:1"})), ElementsAre(1, 1, 2, 2, 1, 1, 1, 3, 1));
  EXPECT_THAT(widths(units_of_hosts({"synthetic:pu:4"})), ElementsAre(1, 1, 1, 1, 1, 1, 1, 4, 1));
}

TEST(LayoutHosts, AreNamedOrCounted) {
  const auto hosts =
      read_layout_hosts(std::vector<std::string>{"n[1-3]=synthetic:pu:2", "2*synthetic:\"pu:4\"", "synthetic:pu:1"});
  ASSERT_EQ(hosts.size(), 6U);
  EXPECT_EQ(hosts[2].name, "n3");
  EXPECT_EQ(hosts[3].name, "");
  EXPECT_EQ(hosts[4].machine->units.size(), 4U);
  const auto units = all_units(hosts);
  ASSERT_EQ(units.size(), 15U);
  EXPECT_EQ(units[14][LayoutLevel::Node], 5U);
}

TEST(LayoutHosts, KeepWhatTheirFileForbids) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.write("host.xml", R"(<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE topology SYSTEM "hwloc2.dtd">
<topology version="2.0">
<object type="Machine" os_index="0" cpuset="0x0000000f" complete_cpuset="0x0000000f" allowed_cpuset="0x0000000d" nodeset="0x1" complete_nodeset="0x1" allowed_nodeset="0x1" gp_index="1">
<object type="NUMANode" os_index="0" cpuset="0x0000000f" complete_cpuset="0x0000000f" nodeset="0x1" complete_nodeset="0x1" gp_index="2" local_memory="1024"/>
<object type="Core" os_index="0" cpuset="0x00000005" complete_cpuset="0x00000005" nodeset="0x1" complete_nodeset="0x1" gp_index="3">
<object type="PU" os_index="0" cpuset="0x00000001" complete_cpuset="0x00000001" nodeset="0x1" complete_nodeset="0x1" gp_index="4"/>
<object type="PU" os_index="2" cpuset="0x00000004" complete_cpuset="0x00000004" nodeset="0x1" complete_nodeset="0x1" gp_index="5"/>
</object>
<object type="Core" os_index="1" cpuset="0x0000000a" complete_cpuset="0x0000000a" nodeset="0x1" complete_nodeset="0x1" gp_index="6">
<object type="PU" os_index="1" cpuset="0x00000002" complete_cpuset="0x00000002" nodeset="0x1" complete_nodeset="0x1" gp_index="7"/>
<object type="PU" os_index="3" cpuset="0x00000008" complete_cpuset="0x00000008" nodeset="0x1" complete_nodeset="0x1" gp_index="8"/>
</object>
</object>
</topology>
)");
  const auto hosts = read_layout_hosts(std::vector{"a=hwloc:" + path, path});
  EXPECT_EQ(hosts.at(1).name, "host");
  const MachineUnits& machine = *hosts.at(0).machine;
  ASSERT_EQ(machine.units.size(), 4U);
  EXPECT_THAT(machine.os_numbers, ElementsAre(0, 2, 1, 3));
  EXPECT_THAT(machine.logical_cores, ElementsAre(0, 0, 1, 1));
  EXPECT_TRUE(machine.units[0].available);
  EXPECT_FALSE(machine.units[2].available);
}

TEST(LayoutHosts, KeepWhatARecordedMachineForbids) {
  const std::string path = testing::data_file("hwloc/irregulargroups-disallowed.xml");
  SKIP_WITHOUT(path);
  const MachineUnits machine = units_of(topology::Machine::whole_from_xml(path));
  const auto available =
      std::count_if(machine.units.begin(), machine.units.end(), [](auto& unit) { return unit.available; });
  EXPECT_EQ(machine.units.size(), 64U);
  EXPECT_EQ(available, 16);
  EXPECT_EQ(units_of(topology::Machine::from_xml(path)).units.size(), 16U);
}

TEST(LayoutHosts, AreRefusedWithAReason) {
  const auto read = [](const std::string& spec) { read_layout_hosts(std::vector{spec}); };
  EXPECT_INPUT_ERROR(read("nothing"), "hosts: found \"nothing\", expected");
  EXPECT_INPUT_ERROR(read("0*synthetic:pu:1"), "found \"0\" of them");
  EXPECT_INPUT_ERROR(read("x*synthetic:pu:1"), "found \"x\" of them");
  EXPECT_INPUT_ERROR(read("n[1-=synthetic:pu:1"), "n[1-");
  EXPECT_INPUT_ERROR(read("n[1,1]=synthetic:pu:1"), "n1");
  EXPECT_INPUT_ERROR(read_layout_hosts(std::vector<std::string>{"a=synthetic:pu:1", "a=synthetic:pu:2"}),
                     "found a twice");
  EXPECT_INPUT_ERROR(read("hwloc:/nonexistent.xml"), "/nonexistent.xml");
  EXPECT_INPUT_ERROR(all_units(read_layout_hosts(std::vector<std::string>{"100000*synthetic:core:64 pu:1"})),
                     "at most 4194304");
}

}  // namespace
}  // namespace topomorph::mapping
