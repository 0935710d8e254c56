// Tests fabrics as ibnetdiscover prints them.
#include <algorithm>

#include <fmt/format.h>

#include "core/topology/sources/infiniband/fabric.h"
#include "core/topology/sources/infiniband/fabric_request.h"
#include "core/topology/sources/infiniband/ibnetdiscover.h"
#include "core/topology/sources/infiniband/infiniband.h"
#include "tests/core/testing.h"
#include "tests/core/topology/sources/infiniband/fabric_text.h"

namespace topomorph::topology::infiniband {

namespace {

using testing::FabricText;
using testing::TemporaryFolder;

Fabric read_discovered(const std::string& text) {
  const TemporaryFolder folder;
  FabricBuilder builder;
  read_ibnetdiscover(folder.write("fabric", text), builder);
  return builder.finish();
}

/// Returns two leaves with a spine; three cables lead to one of them.
FabricText small() {
  FabricText text;
  for (const char* name : {"leaf0", "leaf1", "spine"}) text.add_switch(name);
  for (const char* name : {"node001 HCA-1", "node002 mlx5_0", "node003"}) text.add_host(name);
  text.cable("leaf0", "node001 HCA-1");
  text.cable("leaf0", "node002 mlx5_0");
  text.cable("leaf1", "node003", "DDR");
  text.cables("leaf0", "spine", 3);
  text.cable("leaf1", "spine", "EDR");
  return text;
}

std::vector<std::string> names(const Fabric& fabric) {
  std::vector<std::string> names;
  for (const Host& host : fabric.hosts) names.push_back(host.name);
  return names;
}

const Cables& cables_between(const Fabric& fabric, const std::string& a, const std::string& b) {
  for (const Cables& cables : fabric.cables) {
    const std::string &from = fabric.name(cables.from), &to = fabric.name(cables.to);
    if ((from == a && to == b) || (from == b && to == a)) return cables;
  }
  throw std::runtime_error("no cables between " + a + " and " + b);
}

}  // namespace

class BothForms : public ::testing::TestWithParam<bool> {
 protected:
  static Fabric read_form(const FabricText& text) {
    return read_discovered(GetParam() ? text.report() : text.blocks());
  }
};
INSTANTIATE_TEST_SUITE_P(Ibnetdiscover, BothForms, ::testing::Bool());

TEST_P(BothForms, HostsSwitchesAndParallelCables) {
  const Fabric fabric = read_form(small());
  EXPECT_EQ(fabric.switches.size(), 3u);
  EXPECT_EQ(names(fabric), (std::vector<std::string>{"node001", "node002", "node003"}));
  EXPECT_EQ(fabric.hosts[1].lids, std::vector<std::uint32_t>{5});
  const auto spine = std::find_if(fabric.switches.begin(), fabric.switches.end(),
                                  [](const Switch& found) { return found.name == "spine"; });
  ASSERT_NE(spine, fabric.switches.end());
  EXPECT_EQ(spine->lid, 3u);
  EXPECT_EQ(fabric.cables.size(), 5u);
  EXPECT_EQ(cables_between(fabric, "leaf0", "spine").count, 3u);
  EXPECT_DOUBLE_EQ(cables_between(fabric, "leaf0", "spine").bandwidth, 96);
  EXPECT_DOUBLE_EQ(cables_between(fabric, "leaf1", "node003").bandwidth, 16);
  EXPECT_NEAR(cables_between(fabric, "leaf1", "spine").bandwidth, 97, 0.1);
}

TEST_P(BothForms, AHostWithSeveralAdaptersIsOneHost) {
  FabricText text = small();
  text.add_host("node002 mlx5_1");
  text.cable("leaf1", "node002 mlx5_1");
  text.cable("leaf0", "node002 mlx5_1");
  const Fabric fabric = read_form(text);
  EXPECT_EQ(names(fabric), (std::vector<std::string>{"node001", "node002", "node003"}));
  EXPECT_EQ(fabric.hosts[1].lids, (std::vector<std::uint32_t>{5, 7}));
  EXPECT_EQ(cables_between(fabric, "leaf0", "node002").count, 2u);
  EXPECT_EQ(cables_between(fabric, "leaf1", "node002").count, 1u);
}

TEST_P(BothForms, DescriptionsThatNameNoHostLeaveTheGuid) {
  FabricText text = small();
  for (const char* name :
       {"MT25408 ConnectX Mellanox Technologies", "localhost HCA-1", "it's node 7's", "(none) HCA-1"}) {
    text.add_host(name);
    text.cable("leaf1", name);
  }
  const Fabric fabric = read_form(text);
  ASSERT_EQ(fabric.hosts.size(), 7u);
  for (std::size_t h = 3; h < 7; ++h) {
    EXPECT_EQ(fabric.hosts[h].name, fmt::format("0x{:016x}", 0x100001 + 2 * h));  // the port's
  }
}

TEST_P(BothForms, AggregationNodesAreNoHosts) {
  FabricText text = small();
  text.add_host("Mellanox Technologies Aggregation Node");
  text.cable("spine", "Mellanox Technologies Aggregation Node");
  EXPECT_EQ(read_form(text).hosts.size(), 3u);
}

TEST(Ibnetdiscover, MessagesOfTheToolsArePassedOver) {
  const Fabric fabric = read_discovered(
      "DR path slid 0; dlid 0; 0,1 -> new Switch {00066a00e3006cb4} portnum 0 lid 0-0 \"\"\n"
      "ibwarn: [4497] sim_connect: attached as client 0 at node \"leaf0\"\n" +
      small().report());
  EXPECT_EQ(fabric.hosts.size(), 3u);
}

/// The example of ibnetdiscover's manual page, shortened.
constexpr const char* kManual = R"(       #
       # Topology file: generated on Tue Jun  5 14:15:10 2007
       #
       # Max of 3 hops discovered
       # Initiated from node 0008f10403960558 port 0008f10403960559

       Non-Chassis Nodes

       vendid=0x8f1
       devid=0x5a06
       sysimgguid=0x5442ba00003000
       switchguid=0x5442ba00003080(5442ba00003080)
       Switch  24 "S-005442ba00003080"         # "ISR9024 Voltaire" base port 0 lid 6 lmc 0
       [22]    "H-0008f10403961354"[1](8f10403961355)         # "MT23108 InfiniHost Mellanox Technologies" lid 4 4xSDR
       [10]    "S-0008f10400410015"[1]         # "SW-6IB4 Voltaire" lid 3 4xSDR
       [8]     "H-0008f10403960558"[2](8f1040396055a)         # "MT23108 InfiniHost Mellanox Technologies" lid 14 4xSDR
       [6]     "S-0008f10400410015"[3]         # "SW-6IB4 Voltaire" lid 3 4xSDR
       [12]    "H-0008f10403960558"[1](8f10403960559)         # "MT23108 InfiniHost Mellanox Technologies" lid 10 4xSDR

       vendid=0x8f1
       devid=0x5a05
       switchguid=0x8f10400410015(8f10400410015)
       Switch  8 "S-0008f10400410015"          # "SW-6IB4 Voltaire" base port 0 lid 3 lmc 0
       [6]     "H-0008f10403960984"[1](8f10403960985)         # "MT23108 InfiniHost Mellanox Technologies" lid 16 4xSDR
       [4]     "H-005442b100004900"[1](5442b100004901)        # "MT23108 InfiniHost Mellanox Technologies" lid 12 4xSDR
       [1]     "S-005442ba00003080"[10]                # "ISR9024 Voltaire" lid 6 1xSDR
       [3]     "S-005442ba00003080"[6]         # "ISR9024 Voltaire" lid 6 4xSDR

       vendid=0x2c9
       devid=0x5a44
       caguid=0x8f10403960984
       Ca      2 "H-0008f10403960984"          # "MT23108 InfiniHost Mellanox Technologies"
       [1](8f10403960985)      "S-0008f10400410015"[6]         # lid 16 lmc 1 "SW-6IB4 Voltaire" lid 3 4xSDR

       vendid=0x2c9
       devid=0x5a44
       caguid=0x8f10403960558
       Ca      2 "H-0008f10403960558"          # "MT23108 InfiniHost Mellanox Technologies"
       [2](8f1040396055a)      "S-005442ba00003080"[8]         # lid 14 lmc 1 "ISR9024 Voltaire" lid 6 4xSDR
       [1](8f10403960559)      "S-005442ba00003080"[12]                # lid 10 lmc 1 "ISR9024 Voltaire" lid 6 1xSDR
)";

TEST(Ibnetdiscover, TheManualsExampleIndentedAsThere) {
  const Fabric fabric = read_discovered(kManual);
  EXPECT_EQ(fabric.switches.size(), 2u);
  EXPECT_EQ(names(fabric), (std::vector<std::string>{"0x0008f10403961355", "0x0008f10403960559", "0x0008f10403960985",
                                                     "0x005442b100004901"}));
  EXPECT_EQ(cables_between(fabric, "ISR9024 Voltaire", "SW-6IB4 Voltaire").count, 2u);
  EXPECT_EQ(cables_between(fabric, "ISR9024 Voltaire", "0x0008f10403960559").count, 2u);
}

TEST(Ibnetdiscover, HeadingsOfGroupsArePassedOver) {
  const std::string plain = small().blocks();
  const Fabric grouped =
      read_discovered("\nChassis 1 (guid 0x2c90200423e80)\nHostname: director\n\n# Spine Nodes\n Spine Nodes\n" +
                      plain + "\n# Line Nodes\n Line Nodes\n# Chassis Switches\n# Chassis CAs\nNon-Chassis Nodes\n");
  EXPECT_EQ(names(grouped), names(read_discovered(plain)));
  EXPECT_EQ(grouped.cables.size(), read_discovered(plain).cables.size());
}

TEST(Ibnetdiscover, SpeedsBeforeTheFiguresOfTheFullForm) {
  const std::string switched = "Switch\t36 \"S-0000000000000001\"\t# \"s\" base port 0 lid 1 lmc 0\n";
  const Fabric fabric =
      read_discovered(switched + "[1]\t\"H-0000000000000002\"[1](3) \t# \"n1\" lid 2 4xQDR s=4 w=2 v=4\n");
  EXPECT_EQ(cables_between(fabric, "s", "n1").bandwidth, 4 * 8);
}

TEST(Ibnetdiscover, ChassisAndSecondPortsOfItsModules) {
  const Fabric fabric = read_discovered(
      "Chassis 0 (guid 0x5)\nSwitch\t36 \"S-0000000000000001\"\t\t# \"\"quoted\" leaf\" enhanced port 0 lid 4 lmc 0\n"
      "[1]\t\"H-0000000000000002\"[1](3)[ext 2]\t\t# \"node1 HCA-1\" lid 2 12xHDR\n"
      "[2]\t\"R-0000000000000009\"[1]\t\t# \"router\" lid 9 4xQDR\n");
  EXPECT_EQ(fabric.switches[0].name, "\"quoted\" leaf");
  EXPECT_EQ(fabric.switches[0].lid, 4u);
  ASSERT_EQ(fabric.cables.size(), 1u);
  EXPECT_NEAR(fabric.cables[0].bandwidth, 12 * 50 * 64. / 66, 1e-9);
}

TEST(FabricNames, HostsInDescriptions) {
  EXPECT_EQ(host_of_description("node-01.cluster.org mlx5_ib0"), "node-01.cluster.org");
  EXPECT_EQ(host_of_description("c001 hfi1_0"), "c001");
  EXPECT_EQ(host_of_description("NODE7"), "NODE7");
  EXPECT_EQ(host_of_description("n-1-2 HCA-1 (spare)"), "n-1-2");
  for (const char* none : {"", "MT4115 ConnectX-4", "ConnectX-3 HCA-1", "HCA-1", "node 1 HCA-1", "InfiniHost III Lx"}) {
    EXPECT_EQ(host_of_description(none), "") << none;
  }
}

TEST(FabricNames, SpeedsOfLinks) {
  EXPECT_DOUBLE_EQ(link_bandwidth("4x", "QDR"), 32);
  EXPECT_DOUBLE_EQ(link_bandwidth("1x", "???"), 2);
  EXPECT_GT(link_bandwidth("4x", "FDR"), link_bandwidth("4x", "FDR10"));
  EXPECT_EQ(link_bandwidth("x", "QDR"), 0);
  EXPECT_EQ(link_bandwidth("4", "QDR"), 0);
}

class FabricFolder : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("ib-subnet-fe80:0000:0000:0000.txt", small().report());
    folder_.write("ib-subnet-fe80:0000:0000:0001.txt", FabricText::fat_tree(2, 2, 3, 2, 1).report());
  }
  TemporaryFolder folder_;
  const std::string path_ = folder_.path().string();
};

TEST_F(FabricFolder, OfSeveralSubnetsTheOneWithMostHosts) {
  EXPECT_EQ(read_infiniband(path_).topology->slots(), 12u);
  EXPECT_EQ(read_infiniband(path_ + "?subnet=0000").topology->slots(), 3u);
  EXPECT_EQ(read_infiniband(path_ + "?hosts=node003").topology->slots(), 1u);
}

TEST_F(FabricFolder, HostsByPatternAndPartition) {
  EXPECT_EQ(read_infiniband(path_ + "?hosts=node00[0-3],node01*").topology->slots(), 6u);
  EXPECT_EQ(read_infiniband(path_ + "#node?hosts=*1&subnet=0001").hosts.names,
            (std::vector<std::string>{"node001", "node011"}));
  EXPECT_INPUT_ERROR(read_infiniband(path_ + "?hosts=mars*"), "found none of the hosts that are asked for");
}

TEST_F(FabricFolder, ASubnetMustBeThatOfTheFile) {
  const std::string file = folder_.write("ib-subnet-fe80:0000:0000:0007.txt", small().report());
  EXPECT_EQ(read_infiniband(file + "?subnet=0007").topology->slots(), 3u);
  EXPECT_INPUT_ERROR(read_infiniband(file + "?subnet=zz"), "found the subnet fe80:0000:0000:0007, expected \"zz\"");
  EXPECT_INPUT_ERROR(read_infiniband(folder_.write("other.txt", small().report()) + "?subnet=zz"),
                     "other.txt: found subnet=zz for a file, expected it with a folder");
}

TEST_F(FabricFolder, RequestsThatSayNothingAreRefused) {
  EXPECT_INPUT_ERROR(read_infiniband(""), "found no file of a fabric");
  EXPECT_INPUT_ERROR(read_infiniband(path_ + "#"), "expected a partition");
  EXPECT_INPUT_ERROR(read_infiniband(path_ + "?"), "expected hosts=PATTERN");
  EXPECT_INPUT_ERROR(read_infiniband(path_ + "?host=x"), "expected hosts=PATTERN");
  EXPECT_INPUT_ERROR(read_infiniband(path_ + "?subnet=9"), "found the subnets fe80:0000:0000:0000, ");
  EXPECT_INPUT_ERROR(read_infiniband(path_ + "/none"), "cannot be read");
}

TEST_F(FabricFolder, AFileWithAQuestionMarkInItsName) {
  folder_.write("odd?name#.txt", small().report());
  EXPECT_EQ(read_infiniband(folder_.file("odd?name#.txt")).topology->slots(), 3u);
}

}  // namespace topomorph::topology::infiniband
