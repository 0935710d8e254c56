// Tests the written forms of Scotch's files, and that they are read back with the same distances.
#include "core/model/tree.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/shapes/grid.h"
#include "core/topology/shapes/network.h"
#include "core/topology/sources/scotch/scotch_file.h"
#include "tests/core/topology/export/exported.h"

namespace topomorph::testing {

using namespace topology;
namespace {

/// Writes and reads back; the text begins with `start`.
void expect_round_trip(const GivenTopology& topology, const std::string& start) {
  const TemporaryFolder folder;
  const std::string text = exported(topology, "scotch");
  EXPECT_THAT(text, ::testing::StartsWith(start));
  const GivenTopology read = read_scotch(folder.write("arch.tgt", text));
  expect_equal_distances(*topology.topology, *read.topology);
  EXPECT_EQ(read.speeds, topology.speeds);
}

TreeTopology tree(std::initializer_list<std::uint64_t> arities, std::initializer_list<std::uint64_t> distances) {
  return TreeTopology::regular(std::vector(arities), std::vector(distances));
}

TEST(ScotchWriter, TreesWithEqualChildrenAreLeaves) {
  expect_round_trip(given(tree({6, 2, 2, 4, 3}, {1, 4, 13, 103, 283})), "tleaf\n5 3 180 4 90 2 9 2 3 6 1\n");
  expect_round_trip(given(tree({5}, {7})), "tleaf\n1 5 7\n");
  expect_round_trip(given(tree({5}, {1})), "cmplt\n5\n");
  expect_round_trip(given(tree({1}, {1})), "cmplt\n1\n");
}

TEST(ScotchWriter, LevelsThatMakeNoDifferenceAreLeftOut) {
  expect_round_trip(given(tree({4, 1, 3, 1}, {2, 4, 6, 8})), "tleaf\n2 3 4 4 2\n");
  expect_round_trip(given(tree({4, 2, 3}, {2, 2, 6})), "tleaf\n2 3 4 8 2\n");
}

TEST(ScotchWriter, UnequalTreesArePartsOfEqualOnes) {
  const std::vector<Slot> kept = {0, 1, 2, 4, 8, 9, 10, 11, 13};
  expect_round_trip(given(tree({4, 2, 2}, {1, 5, 9}).restricted_to(kept)),
                    "sub\n9 0 1 2 4 8 9 10 11 12\ntleaf\n3 2 4 2 4 4 1\n");
}

TEST(ScotchWriter, FarTooUnequalTreesAreTables) {
  TreeLevel low{"", 1, {0}}, middle{"", 2, {0}}, high{"", 3, {0}}, root{"", 4, {0, 100}};
  for (Slot slot = 40; slot <= 100; ++slot) low.begin.push_back(slot);     // nodes of 40 slots, then of one each
  for (const Slot slot : {61, 62, 63, 100}) middle.begin.push_back(slot);  // 22, 1, 1 and 37 of the lower nodes
  high.begin = {0, 61, 62, 63, 100};
  expect_round_trip(given(TreeTopology({low, middle, high, root})), "deco\n0\n100 ");
}

TEST(ScotchWriter, Grids) {
  expect_round_trip(given(GridTopology::mesh(std::vector<std::uint64_t>{8, 3})), "mesh2D\n8 3\n");
  expect_round_trip(given(GridTopology::torus(std::vector<std::uint64_t>{2, 4, 8})), "torus3D\n2 4 8\n");
  expect_round_trip(given(GridTopology::torus(std::vector<std::uint64_t>{7})), "torus2D\n7 1\n");
  expect_round_trip(given(GridTopology::mesh(std::vector<std::uint64_t>{3, 1, 2, 4, 3})), "meshXD\n4 3 2 4 3\n");
  expect_round_trip(given(GridTopology::torus(std::vector<std::uint64_t>{2, 2, 2, 2, 2})), "hcub\n5\n");
  expect_round_trip(given(GridTopology({{4, true, 1}, {3, false, 1}})), "deco\n0\n12 ");
  expect_round_trip(given(GridTopology({{4, false, 2}, {3, false, 1}})), "deco\n0\n12 ");
}

TEST(ScotchWriter, PartsKeepTheirOrder) {
  const auto mesh = std::make_shared<GridTopology>(GridTopology::mesh(std::vector<std::uint64_t>{3, 2}));
  expect_round_trip(given(RestrictedTopology(mesh, {5, 0, 2})), "sub\n3 5 0 2\nmesh2D\n3 2\n");
}

TEST(ScotchWriter, PartsOfUnequalTreesAreOneList) {
  const std::vector<Slot> kept = {0, 1, 2, 4, 8, 9, 10, 11, 13};
  const auto unequal = std::make_shared<TreeTopology>(tree({4, 2, 2}, {1, 5, 9}).restricted_to(kept));
  expect_round_trip(given(RestrictedTopology(unequal, {8, 3, 0})), "sub\n3 12 4 0\ntleaf\n3 2 4 2 4 4 1\n");
}

TEST(ScotchWriter, WhatHasNoShapeIsATable) {
  expect_round_trip(given(TabledTopology(3, {10, 20, 30})), "deco\n0\n3 5\n0 1 4\n1 1 5\n2 1 3\n10\n20 30\n");
  const auto mesh = std::make_shared<GridTopology>(GridTopology::mesh(std::vector<std::uint64_t>{3, 2}));
  const auto node = std::make_shared<TreeTopology>(tree({2, 2}, {1, 2}));
  expect_round_trip(given(ComposedTopology(mesh, std::vector<std::shared_ptr<const Topology>>(6, node), 7)),
                    "deco\n0\n24 ");
  const auto table = std::make_shared<TabledTopology>(3, std::vector<std::uint32_t>{10, 20, 30});
  expect_round_trip(given(RestrictedTopology(table, {2, 0})), "deco\n0\n2 3\n");
}

TEST(ScotchWriter, Speeds) {
  GivenTopology complete = given(tree({3}, {1}));
  complete.speeds = {3, 1, 2};
  expect_round_trip(complete, "cmpltw\n3 3 1 2\n");
  GivenTopology mesh = given(GridTopology::mesh(std::vector<std::uint64_t>{3}));
  mesh.speeds = {3, 1, 2};
  expect_round_trip(mesh, "deco\n0\n3 5\n0 3 4\n1 1 5\n2 2 3\n1\n2 1\n");
}

TEST(ScotchWriter, WhatScotchCannotHaveIsRefused) {
  EXPECT_INPUT_ERROR(exported(given(tree({2, 2}, {0, 1})), "scotch"), "found distance 0 of slots 0 and 1");
  EXPECT_INPUT_ERROR(exported(given(GridTopology({{2, false, std::uint64_t{1} << 31}})), "scotch"),
                     "found distance 2147483648");
  EXPECT_INPUT_ERROR(exported(given(GridTopology({{9000, false, 2}})), "scotch"), "expected at most 8192");
}

TEST(Export, UnknownFormats) {
  EXPECT_INPUT_ERROR(export_format("yaml"), "expected one of scotch, slurm, hierarchy, dot, json");
}

}  // namespace
}  // namespace topomorph::testing
