// Tests graphs of links: distances by the shortest path, hosts on switches, and malformed files.
#include "core/topology/shapes/graph.h"

#include <random>

#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::topology {
namespace {

constexpr std::uint64_t kUnreached = 1'000'000;

/// By Floyd and Warshall.
std::vector<std::vector<std::uint64_t>> all_distances(std::uint64_t vertices,
                                                      const std::vector<LinkGraph::Link>& links) {
  std::vector<std::vector<std::uint64_t>> table(vertices, std::vector<std::uint64_t>(vertices, kUnreached));
  for (std::uint64_t v = 0; v < vertices; ++v) table[v][v] = 0;
  for (const auto& link : links) {
    table[link.from][link.to] = std::min(table[link.from][link.to], link.cost);
    table[link.to][link.from] = table[link.from][link.to];
  }
  for (std::uint64_t k = 0; k < vertices; ++k) {
    for (auto& row : table) {
      for (std::uint64_t j = 0; j < vertices; ++j) row[j] = std::min(row[j], row[k] + table[k][j]);
    }
  }
  return table;
}

/// Connected, with leaves.
std::vector<LinkGraph::Link> random_links(std::uint64_t vertices, std::uint64_t most, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<LinkGraph::Link> links;
  for (std::uint64_t v = 1; v < vertices; ++v) links.push_back({v, random() % v, 1 + random() % most});
  for (std::uint64_t extra = 0; extra < vertices / 3; ++extra) {
    const std::uint64_t a = random() % vertices, b = random() % vertices;
    if (a != b) links.push_back({a, b, 1 + random() % most});
  }
  return links;
}

TEST(Graph, DistancesAreThoseOfTheShortestPaths) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::uint64_t vertices = 2 + seed * 3;
    const auto links = random_links(vertices, seed % 2 == 0 ? 1 : 20, seed);
    std::vector<std::uint64_t> slots(vertices);
    for (std::uint64_t v = 0; v < vertices; ++v) slots[v] = vertices - 1 - v;
    const GraphTopology graph(LinkGraph(vertices, links), slots);
    EXPECT_LE(graph.points(), vertices);
    const auto table = all_distances(vertices, links);
    for (Slot a = 0; a < vertices; ++a) {
      for (Slot b = 0; b < vertices; ++b) ASSERT_EQ(graph.distance(a, b), table[slots[a]][slots[b]]) << seed;
    }
  }
}

TEST(Graph, KeepsRowsForSwitchesOnly) {
  std::vector<LinkGraph::Link> links;  // two switches, 5000 hosts on each
  for (std::uint64_t host = 2; host < 10002; ++host) links.push_back({host, host % 2, 3});
  links.push_back({0, 1, 10});
  std::vector<std::uint64_t> hosts;
  for (std::uint64_t host = 2; host < 10002; ++host) hosts.push_back(host);
  const GraphTopology graph(LinkGraph(10002, links), hosts);
  EXPECT_EQ(graph.points(), 2U);
  EXPECT_EQ(graph.distance(0, 2), 6U);
  EXPECT_EQ(graph.distance(0, 9999), 16U);
  EXPECT_EQ(graph.describe(), "10000 slots in a graph of 10002 vertices");
}

TEST(Graph, IsReadFromMetisAndMatrixMarket) {
  const testing::TemporaryFolder folder;
  const std::string star = folder.write("star.graph", "4 3 001\n2 5 3 1 4 7\n1 5\n1 1\n1 7\n");
  EXPECT_EQ(read_topology("graph:" + star).topology->slots(), 4U);
  EXPECT_EQ(parse_topology("graph:" + star)->distance(1, 3), 12U);
  EXPECT_EQ(parse_topology("graph:" + star)->distance(0, 3), 7U);
  EXPECT_EQ(parse_topology("graph:" + star + "@hosts=leaves")->slots(), 3U);
  EXPECT_EQ(parse_topology("graph:" + star + "@hosts=leaves")->distance(0, 2), 12U);
  EXPECT_EQ(parse_topology("graph:" + star + "@leaves")->slots(), 3U);
  EXPECT_EQ(parse_topology("graph:" + star + "@hosts=3,1-2")->distance(0, 1), 12U);
  const std::string path =
      folder.write("path.mtx", "%%MatrixMarket matrix coordinate integer general\n3 3 4\n1 2 5\n2 1 5\n2 3 4\n3 2 4\n");
  EXPECT_EQ(parse_topology("graph:" + path)->distance(0, 2), 9U);  // both directions are one link
  const std::string half = folder.write("half.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n");
  EXPECT_EQ(parse_topology("graph:" + half)->distance(0, 1), 1U);
}

TEST(Graph, SaysWhatIsWrong) {
  const testing::TemporaryFolder folder;
  const std::string star = folder.write("star.graph", "4 3 001\n2 5 3 1 4 7\n1 5\n1 1\n1 7\n");
  const auto matrix = [&](const char* name, const std::string& entries) {
    return "graph:" + folder.write(name, "%%MatrixMarket matrix coordinate integer general\n" + entries);
  };
  EXPECT_INPUT_ERROR(parse_topology("graph:" + star + "@hosts=4"),
                     "star.graph: found hosts \"4\", expected leaves, or A or");
  EXPECT_INPUT_ERROR(parse_topology("graph:" + star + "@hosts=x"), "found hosts \"x\"");
  EXPECT_INPUT_ERROR(parse_topology("graph:" + star + "@hosts="), "found an empty list of hosts");
  EXPECT_INPUT_ERROR(parse_topology("graph:" + star + "@hosts=1,1"), "expected each slot once");
  EXPECT_INPUT_ERROR(parse_topology("graph:" + star + "@hosts=0-3,0-3"), "found a host twice");
  EXPECT_INPUT_ERROR(parse_topology(matrix("two.mtx", "4 4 2\n1 2 5\n3 4 5\n")),
                     "two.mtx: found no path between vertices 0 and 2 (counted from 0), expected one");
  EXPECT_INPUT_ERROR(parse_topology(matrix("zero.mtx", "2 2 1\n1 2 0\n")), "found a link of cost 0, expected 1 to");
  EXPECT_INPUT_ERROR(parse_topology(matrix("uneven.mtx", "2 2 2\n1 2 5\n2 1 6\n")),
                     "found a link of cost 5 from vertex 0 to 1 (counted from 0) and of 6 back, expected the same");
  EXPECT_INPUT_ERROR(parse_topology(matrix("big.mtx", "5 5 4\n1 2 1\n2 3 4294967295\n3 4 4294967295\n4 5 1\n")),
                     "distance of 2^32");
  EXPECT_INPUT_ERROR(parse_topology("graph:no/such.graph"), "no/such.graph: cannot be read");
  EXPECT_INPUT_ERROR(parse_topology("graph:/nonexist"), "/nonexist: cannot be read: no such file");
  EXPECT_INPUT_ERROR(parse_topology("graph:" + star + "@leafs"), "star.graph@leafs: cannot be read: no such file");
  EXPECT_INPUT_ERROR(parse_topology("graph:" + folder.write("x.what", "1")), "x.what");
  const std::string ring = folder.write("ring.graph", "3 3\n2 3\n1 3\n1 2\n");
  EXPECT_INPUT_ERROR(parse_topology("graph:" + ring + "@hosts=leaves"), "found no vertex with one link only");
}

}  // namespace
}  // namespace topomorph::topology
