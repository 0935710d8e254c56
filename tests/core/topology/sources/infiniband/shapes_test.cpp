// Tests which fabrics are detected as trees.
#include <fmt/format.h>

#include "core/model/tree.h"
#include "core/topology/sources/infiniband/infiniband.h"
#include "core/topology/sources/infiniband/netloc_nodes.h"
#include "tests/core/testing.h"
#include "tests/core/topology/sources/infiniband/fabric_text.h"

namespace topomorph::topology::infiniband {

namespace {

using testing::distance;
using testing::FabricText;
using testing::read_fabric;
using testing::tree_of;

std::vector<std::size_t> nodes_by_level(const TreeTopology& tree) {
  std::vector<std::size_t> nodes;
  for (std::size_t l = 1; l <= tree.levels(); ++l) nodes.push_back(tree.nodes(l));
  return nodes;
}

using Nodes = std::vector<std::size_t>;

/// Returns switches in a ring with two hosts each: "node00" and "node01" at the first.
FabricText ring(int switches) {
  FabricText text;
  for (int s = 0; s < switches; ++s) text.add_switch(fmt::format("s{}", s));
  for (int s = 0; s < switches; ++s) {
    text.cable(fmt::format("s{}", s), fmt::format("s{}", (s + 1) % switches));
    for (int h = 0; h < 2; ++h) {
      text.add_host(fmt::format("node{}{}", s, h));
      text.cable(fmt::format("s{}", s), fmt::format("node{}{}", s, h));
    }
  }
  return text;
}

}  // namespace

TEST(FabricShapes, OneSwitch) {
  FabricText text;
  text.add_switch("s");
  for (const char* name : {"a", "b", "c"}) text.add_host(name), text.cable("s", name);
  const GivenTopology given = read_fabric(text);
  EXPECT_EQ(nodes_by_level(tree_of(given)), (Nodes{1}));
  EXPECT_EQ(given.topology->distance(0, 2), 2u);
  EXPECT_EQ(read_fabric(text, "?hosts=b").topology->slots(), 1u);
}

TEST(FabricShapes, FatTreeOfThreeLevels) {
  const GivenTopology given = read_fabric(FabricText::fat_tree(4, 4, 8, 2, 2));
  EXPECT_EQ(nodes_by_level(tree_of(given)), (Nodes{16, 4, 1}));
  EXPECT_EQ(given.topology->slots(), 128u);
  EXPECT_EQ(distance(given, "node000", "node007"), 2u);
  EXPECT_EQ(distance(given, "node000", "node008"), 4u);
  EXPECT_EQ(distance(given, "node000", "node032"), 6u);
  EXPECT_TRUE(given.notes.empty());
  EXPECT_EQ(given.topology->describe().substr(0, 34), "tree of 4 switch2s x 4 switches x ");
}

TEST(FabricShapes, UnequalNumbersOfHostsAndLeavesAndBareSwitches) {
  FabricText text = FabricText::fat_tree(3, 2, 3, 2, 1);
  text.add_switch("bare");  // a leaf without hosts
  text.cable("bare", "spine1-0");
  text.cable("bare", "spine1-1");
  text.add_switch("leaf0-2");
  text.cable("leaf0-2", "spine0-1");  // the cable to the other spine is missing
  text.add_host("late");
  text.cable("leaf0-2", "late");
  const GivenTopology given = read_fabric(text);
  EXPECT_EQ(nodes_by_level(tree_of(given)), (Nodes{7, 3, 1}));
  EXPECT_EQ(distance(given, "late", "node000"), 4u);
  EXPECT_EQ(distance(given, "late", "node006"), 6u);
}

TEST(FabricShapes, ChosenHostsMayMakeAWidelyMeshedNetworkATree) {
  FabricText text = FabricText::fat_tree(2, 2, 2, 2, 1);
  text.cable("leaf0-0", "leaf1-0");  // a shortcut
  const GivenTopology all = read_fabric(text);
  EXPECT_EQ(dynamic_cast<const TreeTopology*>(all.topology.get()), nullptr);
  EXPECT_EQ(distance(all, "node000", "node002"), 4u);
  EXPECT_EQ(distance(all, "node000", "node004"), 3u);
  EXPECT_EQ(distance(all, "node002", "node004"), 5u);
  EXPECT_EQ(nodes_by_level(tree_of(read_fabric(text, "?hosts=node000,node001,node002"))), (Nodes{2, 1}));
}

TEST(FabricShapes, LevelsOnWhichNobodyMeetsAreLeftOut) {
  const GivenTopology given = read_fabric(FabricText::fat_tree(3, 1, 4, 1, 1));
  EXPECT_EQ(nodes_by_level(tree_of(given)), (Nodes{3, 1}));
  EXPECT_EQ(given.topology->distance(0, 1), 2u);
  EXPECT_EQ(given.topology->distance(0, 4), 6u);
}

TEST(FabricShapes, AFewHostsAtASpineLeaveItATree) {
  FabricText text = FabricText::fat_tree(4, 4, 8, 2, 2);
  for (const char* name : {"storage1", "storage2"}) text.add_host(name), text.cable("core0", name);
  text.add_host("login");
  text.cable("spine0-0", "login");
  const GivenTopology given = read_fabric(text);
  EXPECT_EQ(nodes_by_level(tree_of(given)), (Nodes{18, 5, 1}));
  EXPECT_EQ(distance(given, "storage1", "storage2"), 2u);
  EXPECT_EQ(distance(given, "storage1", "node000"), 6u);
  EXPECT_EQ(distance(given, "login", "node000"), 4u);
  EXPECT_EQ(distance(given, "node000", "node127"), 6u);
  ASSERT_EQ(given.notes.size(), 1u);
  EXPECT_THAT(given.notes[0], ::testing::StartsWith("3 of 131 hosts are at switches above the lowest level"));
}

TEST(FabricShapes, ManyHostsAtASpineDoNot) {
  FabricText text = FabricText::fat_tree(1, 2, 4, 1, 1);
  for (const char* name : {"a", "b", "c", "d"}) text.add_host(name), text.cable("spine0-0", name);
  const GivenTopology given = read_fabric(text);
  EXPECT_EQ(dynamic_cast<const TreeTopology*>(given.topology.get()), nullptr);
  EXPECT_EQ(distance(given, "a", "node000"), 3u);
  EXPECT_EQ(distance(given, "node000", "node004"), 4u);
}

TEST(FabricShapes, SwitchesThatAllHaveCablesToEachOtherLookLikeATree) {
  const GivenTopology given = read_fabric(ring(3));
  EXPECT_EQ(nodes_by_level(tree_of(given)), (Nodes{3, 1}));
  EXPECT_EQ(distance(given, "node00", "node20"), 3u);
}

TEST(FabricShapes, ARingIsNoTree) {
  const GivenTopology given = read_fabric(ring(6));
  EXPECT_EQ(given.topology->describe(), "network of 6 switches, 6 of them with 12 hosts");
  EXPECT_EQ(distance(given, "node00", "node01"), 2u);
  EXPECT_EQ(distance(given, "node00", "node10"), 3u);
  EXPECT_EQ(distance(given, "node00", "node30"), 5u);
  EXPECT_EQ(distance(given, "node00", "node51"), 3u);
  EXPECT_EQ(given.topology->distance(3, 3), 0u);
  ASSERT_FALSE(given.notes.empty());
  EXPECT_THAT(given.notes[0], ::testing::StartsWith("the switches form no tree"));
}

TEST(FabricShapes, ARingOfSpinesIsNoFatTree) {
  FabricText text;
  for (int i = 0; i < 6; ++i) text.add_switch(fmt::format("leaf{}", i)), text.add_switch(fmt::format("spine{}", i));
  for (int i = 0; i < 6; ++i) {
    text.cable(fmt::format("leaf{}", i), fmt::format("spine{}", i));
    text.cable(fmt::format("leaf{}", i), fmt::format("spine{}", (i + 1) % 6));
    text.add_host(fmt::format("n{}", i));
    text.cable(fmt::format("leaf{}", i), fmt::format("n{}", i));
  }
  const GivenTopology given = read_fabric(text);
  EXPECT_EQ(dynamic_cast<const TreeTopology*>(given.topology.get()), nullptr);
  EXPECT_EQ(distance(given, "n0", "n1"), 4u);
  EXPECT_EQ(distance(given, "n0", "n3"), 8u);
}

TEST(FabricShapes, HostsAndSwitchesThatHangOnNothing) {
  FabricText text = ring(3);
  text.add_switch("island");
  text.add_host("robinson");
  text.cable("island", "robinson");
  EXPECT_INPUT_ERROR(read_fabric(text), "found no way between the switches s0 and island");
  EXPECT_EQ(read_fabric(text, "?hosts=node*").topology->slots(), 6u);
  text = ring(3);
  const GivenTopology given = read_fabric(text.report() + "CA 99 1 0x99 4x ???       'unplugged HCA-1'\n");
  EXPECT_EQ(given.topology->slots(), 6u);
  EXPECT_EQ(given.notes, std::vector<std::string>{"1 of 7 hosts have no cable to a switch and are left out"});
  FabricText direct;
  for (const char* name : {"a", "b"}) direct.add_host(name);
  direct.cable("a", "b");
  EXPECT_INPUT_ERROR(read_fabric(direct), "found host a without a cable to a switch");
}

TEST(FabricShapes, HostsAreInNetlocsOrder) {
  // The first host of the file and its switch come first, then falling GUIDs. The report lists switches first.
  const GivenTopology given = read_fabric(FabricText::fat_tree(1, 3, 2, 1, 1));
  EXPECT_EQ(given.hosts.names,
            (std::vector<std::string>{"node000", "node001", "node005", "node004", "node003", "node002"}));
}

TEST(NetlocDistances, CostsOfLinksAddUp) {
  const std::vector<std::uint64_t> arities = {6, 2, 2, 24, 4};
  auto tree = std::make_shared<TreeTopology>(TreeTopology::regular(arities));
  std::vector<Slot> first;
  for (Slot slot = 0; slot <= tree->slots(); slot += 24) first.push_back(slot);
  const auto weighed = with_netloc_distances(tree, first);
  EXPECT_EQ(weighed->distance(0, 1), 1u);
  EXPECT_EQ(weighed->distance(0, 6), 1u + 3);
  EXPECT_EQ(weighed->distance(0, 12), 1u + 3 + 9);
  EXPECT_EQ(weighed->distance(0, 24), 1u + 3 + 9 + 90);
  EXPECT_EQ(weighed->distance(0, 24 * 24), 1u + 3 + 9 + 90 + 180);
}

}  // namespace topomorph::topology::infiniband
