// Tests the hierarchical description of networks: its authors' example, writing, and malformed files.
#include "core/model/tree.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/sources/netloc/hierarchy_writer.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::topology {
namespace {

using ::testing::ElementsAre;

constexpr const char* kExample = R"(# two routers of a torus: one node on the first, two on the second
torus 3 4 1600 4 1600 4 1600 2 32 52
tree 1 4 800 1 0
node n129 tree 4 2 80 2 40 4 20 2 10 -1

tree 1 4 800 2 0 1
node n208 tree 4 2 80 2 40 4 20 2 10 -1
node n210 tree 4 2 80 2 40 4 20 2 10 -1
)";

class Hierarchy : public ::testing::Test {
 protected:
  GivenTopology read(const std::string& text) { return read_topology("hierarchy:" + folder_.write("net.txt", text)); }

  void expect_same_when_written(const GivenTopology& given) {
    const std::string text = hierarchy_text(given);
    const GivenTopology again = read(text);
    ASSERT_EQ(again.topology->slots(), given.topology->slots()) << text;
    if (!given.hosts.names.empty()) {
      EXPECT_EQ(again.hosts.names, given.hosts.names);
      EXPECT_EQ(again.hosts.begin, given.hosts.begin);
    }
    for (Slot a = 0; a < given.topology->slots(); ++a) {
      for (Slot b = 0; b < a; ++b) {
        ASSERT_EQ(again.topology->distance(a, b), given.topology->distance(a, b)) << a << " " << b << "\n" << text;
      }
    }
    EXPECT_EQ(hierarchy_text(again), text);
  }

  testing::TemporaryFolder folder_;
};

TEST_F(Hierarchy, EveryHostOfANetworkIsANode) {
  const std::string conf = folder_.write("topology.conf",
                                         "SwitchName=a Nodes=tux[0-3]\nSwitchName=b Nodes=tux[4-6]\n"
                                         "SwitchName=top Switches=a,b\n");
  const GivenTopology given = read_topology("slurm:" + conf);
  EXPECT_EQ(hierarchy_text(given).substr(0, 61), "tree 2 2 2 4 2 7 0 1 2 3 4 5 6\nnode tux0 tree 1 1 1 -1\nnode t");
  expect_same_when_written(given);
  expect_same_when_written(read_topology("slurm:" + conf + "+tree:2:2"));
  expect_same_when_written(read_topology("slurm:" + conf + "+tree:1"));
  expect_same_when_written(read_topology("slurm:" + conf + "+torus:4"));
  expect_same_when_written(read_topology("torus:3+slurm:" + conf));
}

TEST_F(Hierarchy, HostsThatAreNoPartOfTheTreeAreRefused) {
  GivenTopology given = read_topology("tree:4:2");
  given.hosts = {{"a", "b", "c"}, {0, 2, 5, 8}};
  EXPECT_INPUT_ERROR(hierarchy_text(given), "found 3 hosts that are no level of a tree of");
  given = read_topology("torus:8");
  given.hosts = {{"a", "b"}, {0, 4, 8}};
  EXPECT_INPUT_ERROR(hierarchy_text(given), "found 2 hosts in a torus of 8, expected a host for each slot");
}

/// [Bordage 2017, section 5.1, figure 5].
TEST_F(Hierarchy, TheAuthorsExampleHasThreeNodesOnTwoRouters) {
  const GivenTopology given = read(kExample);
  const Topology& topology = *given.topology;
  ASSERT_EQ(topology.slots(), 3U * 32);
  EXPECT_THAT(given.hosts.names, ElementsAre("n129", "n208", "n210"));
  EXPECT_THAT(given.hosts.begin, ElementsAre(0, 32, 64, 96));
  EXPECT_EQ(topology.distance(0, 1), 10U);
  EXPECT_EQ(topology.distance(0, 2), 10U + 20);
  EXPECT_EQ(topology.distance(0, 8), 10U + 20 + 40);
  EXPECT_EQ(topology.distance(0, 16), 10U + 20 + 40 + 80);
  EXPECT_EQ(topology.distance(32, 64), 800U);      // two nodes of a router
  EXPECT_EQ(topology.distance(0, 32), 2U * 1600);  // (0,0,2) and (0,1,3)
  EXPECT_EQ(topology.distance(0, 95), 3200U);
  const auto* composed = dynamic_cast<const ComposedTopology*>(&topology);
  ASSERT_NE(composed, nullptr);
  EXPECT_THAT(composed->begin(), ElementsAre(0, 32, 96));  // one third and two thirds
}

/// Scotch's own tleaf of such a machine adds up the costs of all its levels.
TEST_F(Hierarchy, OfSeveralLinesTheOutermostCountsAlone) {
  const GivenTopology given = read("tree 1 2 90 -1\nnode a tree 2 2 9 2 1 -1\nnode b tree 2 2 9 2 1 -1\n");
  EXPECT_EQ(given.topology->distance(0, 2), 9U + 1);
  EXPECT_EQ(given.topology->distance(0, 4), 90U);
  EXPECT_EQ(read_topology("tleaf:2,90,2,9,2,1").topology->distance(0, 4), 90U + 9 + 1);
}

TEST_F(Hierarchy, TreesInTreesAreOneTree) {
  const GivenTopology given = read(
      "tree 2 4 180 24 90 3 0 1 24\nnode a tree 2 2 9 6 1 -1\nnode b tree 2 2 9 6 1 3 0 1 6\nnode c tree 1 4 7 -1\n");
  ASSERT_NE(dynamic_cast<const TreeTopology*>(given.topology.get()), nullptr);
  EXPECT_THAT(given.hosts.begin, ElementsAre(0, 12, 15, 19));
  EXPECT_EQ(given.topology->distance(12, 13), 1U);
  EXPECT_EQ(given.topology->distance(12, 14), 10U);
  EXPECT_EQ(given.topology->distance(15, 18), 7U);
  EXPECT_EQ(given.topology->distance(0, 12), 90U);
  EXPECT_EQ(given.topology->distance(0, 15), 270U);
  expect_same_when_written(given);
}

TEST_F(Hierarchy, IsReadAsItWasWritten) {
  expect_same_when_written(read(kExample));
  expect_same_when_written(
      read("torus 2 3 5 4 7 3 11 0 5\nnode a torus 1 4 2 -1\nnode b mesh 2 2 1 3 1 2 5 0\n"
           "node c tree 1 4 2 3 3 0 1\n"));
  for (const char* spec : {"tree:4:2:3@1:5:100", "torus:4x3@2:3+tree:4:2", "mesh:5x3", "hcub:4+tree:2",
                           "tree:3:2+tree:2:2", "tree:1", "torus:3+tree:2+tree:3"}) {
    expect_same_when_written(read_topology(spec));
  }
  GivenTopology irregular;
  irregular.topology = std::make_shared<TreeTopology>(
      std::vector<TreeLevel>{{"Package", 3, {0, 2, 5, 6}}, {"host", 8, {0, 5, 6}}, {"switch", 20, {0, 6}}});
  irregular.hosts = {{"big", "small"}, {0, 5, 6}};
  expect_same_when_written(irregular);
  EXPECT_EQ(hierarchy_text(irregular),
            "tree 1 2 20 -1\nnode big tree 2 2 5 3 3 5 0 1 3 4 5\nnode small tree 1 1 1 -1\n");
}

/// Returns the lines of a network with this many equal places, each with all of `inside`.
std::string with_places(const std::string& line, std::size_t places, const std::string& inside) {
  std::string text = line + " -1\n";
  for (std::size_t place = 0; place < places; ++place) text += inside;
  return text;
}

/// Numbers the nodes, so that their names differ.
std::string with_names(std::string text) {
  std::size_t number = 0;
  for (std::size_t at = text.find("node n"); at != std::string::npos; at = text.find("node n", at + 1)) {
    text.insert(at + 6, std::to_string(number++));
  }
  return text;
}

void expect_same_distances(const Topology& a, const Topology& b) {
  ASSERT_EQ(a.slots(), b.slots());
  for (Slot i = 0; i < a.slots(); ++i) {
    for (Slot j = 0; j < i; ++j) ASSERT_EQ(a.distance(i, j), b.distance(i, j)) << i << ' ' << j;
  }
}

/// [Bordage 2017, section 5.1]: "composition of simple topologies such as alltoall or ring".
TEST_F(Hierarchy, ARingIsATorusOfOneDimension) {
  const std::string nodes = "node n tree 2 2 4 2 2 -1\n";
  const GivenTopology ring = read(with_names(with_places("ring 1 5 100", 5, nodes)));
  expect_same_distances(*ring.topology, *read_topology("torus:5@100+tree:2:2@2:6").topology);
  EXPECT_EQ(ring.hosts.names.size(), 5U);
  EXPECT_EQ(read("ring 1 6 20 3 0 2 5\nnode a tree 1 1 1 -1\nnode b tree 1 1 1 -1\nnode c tree 1 1 1 -1\n")
                .topology->distance(0, 2),
            20U);
  expect_same_when_written(ring);
}

TEST_F(Hierarchy, AnyTwoPlacesOfAnAllToAllAreOneLinkApart) {
  const GivenTopology all = read(
      "alltoall 1 9 7 3 0 4 8\nnode a torus 1 4 1 -1\nnode b tree 1 2 3 -1\n"
      "node c ring 1 3 2 -1\n");
  EXPECT_THAT(all.hosts.begin, ElementsAre(0, 4, 6, 9));
  EXPECT_EQ(all.topology->distance(0, 2), 2U);
  EXPECT_EQ(all.topology->distance(4, 5), 3U);
  EXPECT_EQ(all.topology->distance(6, 8), 2U);
  for (const Slot slot : {4, 5, 6, 8}) EXPECT_EQ(all.topology->distance(1, slot), 7U);
  expect_same_when_written(all);
}

/// A dragonfly is an all-to-all of groups, each an all-to-all of routers. A description by levels has one cost between
/// two groups; minimal routes add up to two local links, except with one router in a group.
TEST_F(Hierarchy, ADragonflyIsAnAllToAllOfAllToAlls) {
  const std::string hosts = with_places("tree 1 2 6", 2, "node n tree 1 1 1 -1\n");  // 2 x host
  const std::string group = with_places("alltoall 1 4 11", 4, hosts);                // and one local link
  expect_same_distances(*read(with_names(group)).topology, *read_topology("dragonfly:1x4x2@3:5:70").topology);
  const std::string one_router = with_places("alltoall 1 7 76", 7, hosts);  // 2 x host and the global link
  expect_same_distances(*read(with_names(one_router)).topology, *read_topology("dragonfly:7x1x2@3:5:70").topology);

  const auto written = read(with_names(with_places("alltoall 1 5 76", 5, group))).topology;
  const auto dragonfly = read_topology("dragonfly:5x4x2@3:5:70").topology;
  ASSERT_EQ(written->slots(), dragonfly->slots());
  for (Slot a = 0; a < written->slots(); ++a) {
    for (Slot b = 0; b < a; ++b) {
      const std::uint64_t local = dragonfly->distance(a, b) - written->distance(a, b);
      if (a / 8 == b / 8) {
        EXPECT_EQ(local, 0U) << a << ' ' << b;
      }
      EXPECT_TRUE(local == 0 || local == 5 || local == 10) << a << ' ' << b << ' ' << local;
    }
  }
}

/// [Bordage 2017, figure 2]: the node of the example, as hwloc has it.
TEST_F(Hierarchy, ANodeIsATreeOfPackagesNumaNodesAndCores) {
  const GivenTopology node = read("node n tree 3 2 2 2 2 4 2 -1\n");
  const auto machine = read_topology("synthetic:pack:2 numa:2 core:4 pu:1").topology;
  EXPECT_EQ(machine->describe(), "tree of 2 Packages x 2 NUMANodes x 4 slots");
  expect_same_distances(*node.topology, *machine);
}

/// The compositions that [Bordage 2017, sections 3.2 and 5.1] names, beside the short forms. Costs 16 times apart stay
/// as they are there.
TEST_F(Hierarchy, CompositionsOfThePaperHaveShortForms) {
  const std::string node = "node n tree 2 2 20 4 10 -1\n";
  const std::string two_nodes = with_places("tree 1 2 480", 2, node);
  const std::string switches = with_places("tree 1 3 8000", 3, two_nodes);  // figure 3: a fat tree of trees
  expect_same_distances(*read(with_names(switches)).topology,
                        *read_topology("tree:2:3@480:8000+tree:4:2@10:30").topology);
  const std::string cray_xe = with_places("torus 3 2 8000 3 8000 2 8000", 12, two_nodes);  // two nodes on a router
  expect_same_distances(*read(with_names(cray_xe)).topology,
                        *read_topology("torus:2x3x2@8000+tree:2@480+tree:4:2@10:30").topology);
  const std::string cray_xc = with_places("alltoall 1 3 9000", 3, with_places("alltoall 1 2 8000", 2, two_nodes));
  expect_same_distances(*read(with_names(cray_xc)).topology,
                        *read_topology("tree:2:2:3@480:8000:9000+tree:4:2@10:30").topology);
}

TEST_F(Hierarchy, OtherShapesCannotBeWritten) {
  EXPECT_INPUT_ERROR(hierarchy_text(read_topology("dragonfly:3x2x1")), "found a dragonfly of 3 groups");
  EXPECT_INPUT_ERROR(hierarchy_text(read_topology("dragonfly:3x2x1+tree:2")), "expected meshes, tori and trees");
}

TEST_F(Hierarchy, SaysWhatIsWrongAndWhere) {
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"", "net.txt: found the end of the file, expected a network or a node"},
      {"wheel 1 4 2 -1\n", "net.txt:1: found \"wheel\", expected one of torus, mesh, tree, ring, alltoall"},
      {"ring 2 4 2 3 2 -1\n", "net.txt:1: found \"2\", expected the number of dimensions (1 to 1)"},
      {"alltoall 2 4 2 3 2 -1\n", "net.txt:1: found \"2\", expected the number of dimensions (1 to 1)"},
      {"\n# comment\nnode\n", "net.txt:3: found the end of the line, expected the name of a host"},
      {"node a tree 0 -1\n", "net.txt:1: found \"0\", expected the number of dimensions (1 to 64)"},
      {"node a tree 1 x 3 -1\n", "found \"x\", expected the size of a dimension (1 to 268435456)"},
      {"node a tree 2 65536 1 65536 1 -1\n", "found \"65536\", expected the size of a dimension (1 to 4096)"},
      {"node a tree 1 4 0 -1\n", "found \"0\", expected the cost of a link"},
      {"node a tree 1 4 3\n", "found \"\", expected the number of places in use, or -1 for all (1 to 4)"},
      {"node a tree 1 4 3 5 0 1 2 3 4\n", "found \"5\", expected the number of places in use"},
      {"node a tree 1 4 3 2 0 4\n", "found \"4\", expected the index of a place (0 to 3)"},
      {"node a tree 1 4 3 2 1 1\n", "net.txt:1: found place 1 twice"},
      {"node a tree 1 4 3 2 0 1 2\n", "found \"2\", expected the end of the line"},
      {"node a tree 1 4 3 -1\nnode b tree 1 4 3 -1\n", "net.txt:2: found another line, expected the end"},
      {"torus 1 4 5 2 1 3\nnode a tree 1 2 3 -1\n",
       "net.txt:2: found the end of the file, expected what is in place 3 of the torus of line 1"},
      {"torus 1 4 5 2 1 3\nnode a tree 1 2 3 -1\nnode a tree 1 2 3 -1\n", "net.txt: found node \"a\" twice"},
      {"torus 1 4 5 1 3\n\nnode a wheel 1 2 3 -1\n", "net.txt:3: found \"wheel\""},
  };
  for (const auto& one : wrong) EXPECT_INPUT_ERROR(read(one.first), one.second) << one.first;
  std::string deep;
  for (int i = 0; i < 20; ++i) deep += "tree 1 1 1 -1\n";
  EXPECT_INPUT_ERROR(read(deep), "net.txt:17: found more than 16 networks in each other");
  EXPECT_INPUT_ERROR(read_topology("hierarchy:no/such"), "no/such: cannot be read");
}

}  // namespace
}  // namespace topomorph::topology
