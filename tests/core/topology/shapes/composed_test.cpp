// Tests networks with machines in their places: merged trees, distances of both parts, hosts.
#include "core/topology/shapes/composed.h"

#include "core/model/tree.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::topology {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const TreeTopology& as_tree(const std::shared_ptr<const Topology>& topology) {
  const auto* tree = dynamic_cast<const TreeTopology*>(topology.get());
  if (tree == nullptr) throw InputError("no tree: " + topology->describe());
  return *tree;
}

std::shared_ptr<const Topology> shared_tree(std::vector<TreeLevel> levels) {
  return std::make_shared<TreeTopology>(std::move(levels));
}

TEST(Composed, TreesBecomeOneTreeWithTheDistancesOfBoth) {
  const auto network = parse_topology("tree:2:2@100:300"), node = parse_topology("tree:4:2@1:5");
  const auto whole = compose(network, {node, node, node, node});
  EXPECT_EQ(as_tree(whole).levels(), 4U);
  EXPECT_EQ(as_tree(whole).level(2).name, "host");
  const ComposedTopology unmerged(network, {node, node, node, node});
  for (Slot a = 0; a < 32; ++a) {
    for (Slot b = 0; b < 32; ++b) ASSERT_EQ(whole->distance(a, b), unmerged.distance(a, b)) << a << " " << b;
  }
}

TEST(Composed, ANetworkOfOnePlaceAddsNoLevel) {
  const auto alone = parse_topology("tree:1+tree:4:2@1:5");
  EXPECT_EQ(as_tree(alone).levels(), 2U);
  EXPECT_EQ(alone->slots(), 8U);
  EXPECT_EQ(alone->distance(0, 4), parse_topology("tree:4:2@1:5")->distance(0, 4));
}

TEST(Composed, PlacesAreMadeSixteenTimesFartherThanTheirSlotsUnlessTheyAre) {
  EXPECT_EQ(parse_topology("tree:2+tree:4:2@1:5")->distance(0, 8), 80U);
  EXPECT_EQ(parse_topology("tree:2@3+tree:4:2@1:5")->distance(0, 8), 81U);  // 27 times 3
  EXPECT_EQ(parse_topology("tree:2@1000+tree:4:2@1:5")->distance(0, 8), 1000U);
  EXPECT_EQ(parse_topology("torus:4x4+tree:4:2")->distance(0, 8), 64U);
  EXPECT_EQ(parse_topology("torus:4x4+tree:1")->distance(0, 5), 2U);  // nothing inside to be farther than
}

TEST(Composed, UnequalTreesKeepTheirDistances) {
  const auto deep = shared_tree({{"L3", 2, {0, 2, 4, 6, 7}}, {"Package", 4, {0, 4, 6, 7}}, {"Machine", 6, {0, 7}}});
  const auto flat = parse_topology("tree:3@5"), one = parse_topology("tree:1");
  const auto whole = compose(parse_topology("tree:3@7"), {one, deep, flat}, 10);
  const ComposedTopology unmerged(parse_topology("tree:3@7"), {one, deep, flat}, 10);
  ASSERT_EQ(whole->slots(), 11U);
  for (Slot a = 0; a < 11; ++a) {
    for (Slot b = 0; b < 11; ++b) ASSERT_EQ(whole->distance(a, b), unmerged.distance(a, b)) << a << " " << b;
  }
  const TreeTopology& tree = as_tree(whole);
  EXPECT_EQ(tree.level(1).name, "L3");
  EXPECT_EQ(tree.level(2).name, "Package");
  EXPECT_THAT(tree.level(tree.levels() - 1).begin, ElementsAre(0, 1, 8, 11));
  EXPECT_EQ(tree.level(tree.levels() - 1).name, "host");
}

TEST(Composed, HostsOfAllPartsAreOnOneLevel) {
  const auto alone = parse_topology("tree:3:2@1:9");      // a host without a switch
  const auto two = parse_topology("tree:2@90+tree:2@3");  // a switch with two hosts
  const auto whole = compose(parse_topology("tree:2@5000"), {alone, two}, 1);
  const TreeTopology& tree = as_tree(whole);
  std::vector<Slot> hosts;
  for (std::size_t l = 1; l <= tree.levels(); ++l) {
    if (tree.level(l).name == "host") hosts = tree.level(l).begin;
  }
  EXPECT_THAT(hosts, ElementsAre(0, 6, 8, 10));
  EXPECT_EQ(whole->distance(0, 5), 9U);
  EXPECT_EQ(whole->distance(6, 8), 90U);
  const auto larger = parse_topology("tree:3:2@1:100");  // its host is on the level of the other's switch, so no one
                                                         // level has all hosts
  EXPECT_THROW(as_tree(compose(parse_topology("tree:2@5000"), {larger, two}, 1)), InputError);
}

TEST(Composed, WhatIsNoTreeStaysComposed) {
  const auto near = compose(parse_topology("tree:2@3"), {parse_topology("tree:2@5"), parse_topology("tree:2@5")}, 1);
  EXPECT_EQ(near->distance(0, 1), 5U);
  EXPECT_EQ(near->distance(0, 2), 3U);
  EXPECT_EQ(near->distance(1, 3), 3U);
  EXPECT_THROW(as_tree(near), InputError);
  EXPECT_EQ(parse_topology("mesh:2x2+torus:3x3")->describe(), "mesh of 2 x 2, each place a torus of 3 x 3");
}

TEST(Composed, IsReadFromTheRight) {
  const GivenTopology given = read_topology("torus:4x4+tree:2+synthetic:pack:2 core:2 pu:1");
  EXPECT_EQ(given.topology->slots(), 16U * 2 * 4);
  EXPECT_EQ(given.topology->distance(0, 1), 2U);     // in a package
  EXPECT_EQ(given.topology->distance(0, 2), 4U);     // in a machine
  EXPECT_EQ(given.topology->distance(0, 4), 64U);    // on a router
  EXPECT_EQ(given.topology->distance(0, 8), 1024U);  // next router
  EXPECT_THAT(given.hosts.names, IsEmpty());
  ASSERT_EQ(given.hosts.begin.size(), 33U);
  EXPECT_EQ(given.hosts.begin[3], 12U);
}

TEST(Composed, SaysWhatItCannotRead) {
  EXPECT_INPUT_ERROR(parse_topology("tree:4+"), "found \"4+\", expected a number");
  EXPECT_INPUT_ERROR(parse_topology("tree:4+nonsense:3"), "found \"4+nonsense\", expected a number");
  EXPECT_INPUT_ERROR(parse_topology("tree:4+tree:x"), "found \"x\", expected a number");
  EXPECT_INPUT_ERROR(parse_topology("tree:1000000+tree:1000"), "found 1000000 machines of 1000 slots");
  EXPECT_INPUT_ERROR(parse_topology("tree:2@9223372036854775808+tree:2"), "expected less than 2^63");
  EXPECT_INPUT_ERROR(compose(parse_topology("tree:2"), {parse_topology("tree:2")}),
                     "found 1 machines for a network of 2");
}

}  // namespace
}  // namespace topomorph::topology
