// Tests Scotch's files of each kind, with the distances of Scotch 7.0.3.
#include "core/topology/sources/scotch/scotch_file.h"

#include <cstdlib>

#include "core/model/tree.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/shapes/grid.h"
#include "tests/core/testing.h"

namespace topomorph::testing {

using namespace topology;
namespace {

GivenTopology read_architecture(const std::string& content) {
  const TemporaryFolder folder;
  return read_scotch(folder.write("arch.tgt", content));
}

std::vector<std::uint64_t> distances_from(const GivenTopology& given, Slot slot) {
  std::vector<std::uint64_t> distances;
  for (Slot other = 0; other < given.topology->slots(); ++other) {
    distances.push_back(given.topology->distance(slot, other));
  }
  return distances;
}

using Distances = std::vector<std::uint64_t>;

TEST(ScotchFile, LeavesOfATreeAreApartByTheCostsBelowTheirMeetingPoint) {
  const GivenTopology given = read_architecture("tleaf\n3 2 100 3 10 2 1\n");
  EXPECT_EQ(distances_from(given, 0), (Distances{0, 1, 11, 11, 11, 11, 111, 111, 111, 111, 111, 111}));
  EXPECT_EQ(distances_from(given, 9), (Distances{111, 111, 111, 111, 111, 111, 11, 11, 1, 0, 11, 11}));
  EXPECT_TRUE(given.speeds.empty());
}

TEST(ScotchFile, LabelsPermuteTheLeaves) {
  const GivenTopology given = read_architecture("ltleaf\n3 2 100 3 10 2 1\n12 0 6 1 7 2 8 3 9 4 10 5 11\n");
  EXPECT_EQ(distances_from(given, 0), (Distances{0, 11, 11, 111, 111, 111, 1, 11, 11, 111, 111, 111}));
  EXPECT_EQ(distances_from(given, 8), (Distances{11, 11, 1, 111, 111, 111, 11, 11, 0, 111, 111, 111}));
}

TEST(ScotchFile, LabelsOfOneNodeRepeatInAllNodes) {
  const GivenTopology given = read_architecture("ltleaf\n2 2 10 4 1 4 0 2 1 3");
  const GivenTopology plain = read_architecture("ltleaf\n2 2 10 4 1 1 0");
  EXPECT_EQ(distances_from(given, 5), (Distances{11, 11, 11, 11, 1, 0, 1, 1}));
  EXPECT_EQ(plain.topology->describe(), read_architecture("tleaf 2 2 10 4 1").topology->describe());
}

TEST(ScotchFile, GridsHaveTheFirstCoordinateFastest) {
  const GivenTopology mesh = read_architecture("mesh2D\n3 2\n");
  EXPECT_EQ(distances_from(mesh, 0), (Distances{0, 1, 2, 1, 2, 3}));
  EXPECT_EQ(read_architecture("mesh3D 3 4 5").topology->describe(), "mesh of 3 x 4 x 5");
  EXPECT_EQ(read_architecture("meshXD 4 2 3 4 5").topology->describe(), "mesh of 2 x 3 x 4 x 5");
  EXPECT_EQ(read_architecture("torus2D 8 4").topology->describe(), "torus of 8 x 4");
  EXPECT_EQ(read_architecture("torus3D 2 4 8").topology->describe(), "torus of 2 x 4 x 8");
  const GivenTopology torus = read_architecture("torusXD 3 4 2 2");
  EXPECT_EQ(distances_from(torus, 0), (Distances{0, 1, 2, 1, 1, 2, 3, 2, 1, 2, 3, 2, 2, 3, 4, 3}));
}

TEST(ScotchFile, HypercubesCountDifferentBits) {
  EXPECT_EQ(distances_from(read_architecture("hcub 3"), 3), (Distances{2, 1, 1, 0, 3, 2, 2, 1}));
}

TEST(ScotchFile, CompleteGraphsWithAndWithoutSpeeds) {
  EXPECT_EQ(distances_from(read_architecture("cmplt 3"), 1), (Distances{1, 0, 1}));
  const GivenTopology weighted = read_architecture("cmpltw\n3 5 1 2");
  EXPECT_EQ(distances_from(weighted, 0), (Distances{0, 1, 1}));
  EXPECT_EQ(weighted.speeds, (std::vector<std::uint64_t>{5, 1, 2}));
}

TEST(ScotchFile, NamesInAnyCase) { EXPECT_EQ(read_architecture("TORUS2d 4 4").topology->slots(), 16u); }

constexpr const char* kMeshAsDecomposition =
    "deco\n0\n6\t11\n0\t1\t8\n1\t1\t10\n2\t1\t6\n3\t1\t9\n4\t1\t11\n5\t1\t7\n\n"
    "1\n2 1\n1 2 3\n2 1 2 1\n3 2 1 2 1\n\n";

TEST(ScotchFile, DecompositionsListTheDistances) {
  const GivenTopology given = read_architecture(kMeshAsDecomposition);
  const GivenTopology mesh = read_architecture("mesh2D 3 2");
  for (Slot slot = 0; slot < 6; ++slot) EXPECT_EQ(distances_from(given, slot), distances_from(mesh, slot));
  EXPECT_TRUE(given.speeds.empty());
}

TEST(ScotchFile, DecompositionsAreOrderedByTheNumbersOfTheirTerminals) {
  const GivenTopology given = read_architecture("deco 0\n3 5\n7 2 4\n1 3 5\n4 5 3\n10\n20 30\n");
  EXPECT_EQ(distances_from(given, 0), (Distances{0, 30, 10}));  // terminals 1, 4, 7
  EXPECT_EQ(distances_from(given, 1), (Distances{30, 0, 20}));
  EXPECT_EQ(given.speeds, (std::vector<std::uint64_t>{3, 5, 2}));
}

TEST(ScotchFile, CompiledDecompositionsHaveDistancesOfAllDomains) {
  const GivenTopology given = read_architecture(
      "deco\n1\n6\t11\n0\t6\t6\n0\t4\t4\n2\t2\t2\n0\t2\t2\n1\t2\t2\n2\t1\t1\n5\t1\t1\n0\t1\t1\n3\t1\t1\n1\t1\t1\n4\t1\t"
      "1\n"
      "2\t2\t3\t3\t2\t3\t2\t2\n2\t2\t2\t3\t1\t3\t2\t2\n3\t1\t3\t2\t1\t3\t2\t3\n1\t2\t2\t3\t3\t2\t3\t1\n"
      "2\t3\t2\t1\t2\t2\t2\t2\n1\t1\t2\t1\t2\t2\t2\t2\n2\t1\t2\t1\t2\t1\t1\t");
  const GivenTopology mesh = read_architecture("mesh2D 3 2");
  for (Slot slot = 0; slot < 6; ++slot) EXPECT_EQ(distances_from(given, slot), distances_from(mesh, slot));
}

/// A ring of four vertices in the output of amk_grf -2, with another edge cost.
TEST(ScotchFile, GraphDecompositionsHaveTheShortestPaths) {
  const GivenTopology given = read_architecture(
      "deco\n2\n4\t3\t7\n2\t0\n5\t1\n6\t2\n3\t3\n"
      "1 4 4 0 -1 1 4 2 0\n2 2 2 0 0 2 3 1 1\n4 1 1 0 1 -1 -1 0 2\n5 1 1 3 1 -1 -1 0 3\n3 2 2 1 0 5 6 1 4\n"
      "6 1 1 1 4 -1 -1 0 5\n7 1 1 2 4 -1 -1 0 6\n"
      "0\n4 8\n0 010\n2 9 1 1 3\n2 9 0 1 2\n2 1 1 1 3\n2 1 0 1 2\n2\n"
      "0\n2 2\n0 011\n2 1 1 1\n2 1 1 0\n3\n0\n1 0\n0 011\n6 0\n1\n0 0 0 3 1 1 2\n");
  EXPECT_EQ(distances_from(given, 0), (Distances{0, 3, 2, 1}));
  EXPECT_EQ(distances_from(given, 1), (Distances{3, 0, 1, 2}));
}

TEST(ScotchFile, PartsKeepTheOrderOfTheirList) {
  const GivenTopology given = read_architecture("sub\n3 5 0 2\nmesh2D\n3 2\n");
  EXPECT_EQ(distances_from(given, 0), (Distances{0, 3, 1}));
  EXPECT_EQ(distances_from(given, 1), (Distances{3, 0, 2}));
}

TEST(ScotchFile, PartsOfPartsAndTheirSpeeds) {
  const GivenTopology given = read_architecture("sub 2 2 0 sub 3 4 1 0 cmpltw 5 10 20 30 40 50");
  EXPECT_EQ(given.topology->slots(), 2u);
  EXPECT_EQ(given.speeds, (std::vector<std::uint64_t>{10, 50}));
}

TEST(ScotchFile, ThePartOfATreeIsATree) {
  const GivenTopology given = read_architecture("sub 4 0 1 6 7 tleaf 2 2 10 4 1");
  const auto* tree = dynamic_cast<const TreeTopology*>(given.topology.get());
  ASSERT_NE(tree, nullptr);
  EXPECT_EQ(tree->nodes(1), 2u);
  EXPECT_EQ(distances_from(given, 0), (Distances{0, 1, 11, 11}));
}

/// The files of a real cluster, written by netloc for Scotch.
class ScotchPlafrim2 : public ::testing::Test {
 protected:
  void SetUp() override {
    archive_ = data_file("fabrics/scotch.txz");
    if (archive_.empty()) GTEST_SKIP() << "the third-party data (TOPOMORPH_DATA) are not here";
    const std::string unpack = "tar xf '" + archive_ + "' -C '" + folder_.path().string() + "'";
    ASSERT_EQ(std::system(unpack.c_str()), 0);
  }
  GivenTopology read_architecture(const std::string& name) const { return read_scotch(folder_.file("scotch/" + name)); }

 private:
  std::string archive_;
  TemporaryFolder folder_;
};

TEST_F(ScotchPlafrim2, TheMachine) {
  const GivenTopology given = read_architecture("arch.scotch");
  EXPECT_EQ(given.topology->slots(), 2304u);
  const auto* tree = dynamic_cast<const TreeTopology*>(given.topology.get());
  ASSERT_NE(tree, nullptr);
  EXPECT_EQ(tree->describe(), "tree of 4 x 24 x 2 x 2 x 6 slots");
  EXPECT_EQ(tree->level(5).distance, 180u + 90 + 9 + 3 + 1);
  EXPECT_EQ(tree->level(1).distance, 1u);
}

TEST_F(ScotchPlafrim2, ThePartOfTheJob) {
  const GivenTopology given = read_architecture("subarch.scotch");
  const auto* tree = dynamic_cast<const TreeTopology*>(given.topology.get());
  ASSERT_NE(tree, nullptr);
  EXPECT_EQ(tree->slots(), 64u);
  EXPECT_EQ(tree->nodes(3), 3u);            // hosts
  EXPECT_EQ(tree->nodes(4), 1u);            // leaf switch
  EXPECT_EQ(tree->distance(15, 16), 103u);  // terminals 163 and 384
}

}  // namespace
}  // namespace topomorph::testing
