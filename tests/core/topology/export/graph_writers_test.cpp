// Tests the nodes and links of a topology, for Graphviz and as JSON.
#include <nlohmann/json.hpp>

#include "core/model/tree.h"
#include "core/topology/export/picture.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/shapes/dragonfly.h"
#include "core/topology/shapes/graph.h"
#include "core/topology/shapes/grid.h"
#include "core/topology/shapes/network.h"
#include "tests/core/topology/export/exported.h"
#include "tests/core/topology/lists.h"

namespace topomorph::testing {

using namespace topology;
namespace {

std::vector<std::pair<std::uint64_t, std::uint64_t>> pairs_of(const Picture& graph) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> pairs;
  for (const PictureLink& link : graph.links) pairs.emplace_back(link.a, link.b);
  return pairs;
}

TEST(Picture, TreesHaveANodeForEveryObject) {
  const Picture graph = picture_of(given(TreeTopology::regular(Sizes{2, 3})));
  ASSERT_EQ(graph.nodes.size(), 6u + 3 + 1);
  EXPECT_EQ(graph.links.size(), 6u + 3);
  EXPECT_EQ(graph.nodes[4].slot, 4u);
  EXPECT_EQ(graph.nodes[7].name, "level1 1");
  EXPECT_EQ(graph.nodes[7].distance, 2u);
  EXPECT_EQ(graph.nodes[9].level, 2u);
}

TEST(Picture, GridsAreLinkedToTheNextAndAround) {
  EXPECT_THAT(pairs_of(picture_of(given(GridTopology::mesh(Sizes{3, 2})))),
              ::testing::UnorderedElementsAre(std::pair(0, 1), std::pair(1, 2), std::pair(3, 4), std::pair(4, 5),
                                              std::pair(0, 3), std::pair(1, 4), std::pair(2, 5)));
  EXPECT_EQ(picture_of(given(GridTopology::torus(Sizes{4, 4}))).links.size(), 32u);
  EXPECT_EQ(picture_of(given(GridTopology::torus(Sizes{2, 2, 2}))).links.size(), 12u);
}

TEST(Picture, PartsKeepTheNodesBetweenTheirSlots) {
  const auto mesh = std::make_shared<GridTopology>(GridTopology::mesh(Sizes{3, 2}));
  const Picture graph = picture_of(given(RestrictedTopology(mesh, {5, 0})));
  ASSERT_EQ(graph.nodes.size(), 6u);
  EXPECT_EQ(graph.nodes[5].slot, 0u);
  EXPECT_EQ(graph.nodes[0].slot, 1u);
  EXPECT_FALSE(graph.nodes[1].slot);
}

TEST(Picture, MachinesHangOnTheirRouters) {
  const auto ring = std::make_shared<GridTopology>(GridTopology::torus(Sizes{3}));
  const auto node = std::make_shared<TreeTopology>(TreeTopology::regular(Sizes{2}));
  const auto single = std::make_shared<TreeTopology>(TreeTopology::regular(Sizes{1}));
  GivenTopology machine = given(ComposedTopology(ring, {node, node, single}));
  machine.hosts = {{"a", "b", "c"}, {0, 2, 4, 5}};
  const Picture graph = picture_of(machine);
  ASSERT_EQ(graph.nodes.size(), 3u + 3 + 3);
  EXPECT_EQ(graph.links.size(), 3u + 2 + 1 + 2 + 1);
  EXPECT_EQ(graph.nodes[2].slot, 4u);  // the router with a single slot
  EXPECT_EQ(graph.nodes[2].name, "c");
  EXPECT_EQ(graph.nodes[5].name, "a");
}

TEST(Picture, GraphsHaveTheirVerticesAndLinks) {
  const std::vector<LinkGraph::Link> links = {{0, 1, 3}, {1, 2, 1}, {1, 3, 1}};
  const Picture picture = picture_of(given(GraphTopology(LinkGraph(4, links), {3, 0})));
  ASSERT_EQ(picture.nodes.size(), 4u);
  EXPECT_EQ(picture.nodes[3].slot, 0u);
  EXPECT_EQ(picture.nodes[3].level, 0u);
  EXPECT_EQ(picture.nodes[1].level, 1u);
  EXPECT_THAT(pairs_of(picture), ::testing::UnorderedElementsAre(std::pair(0, 1), std::pair(1, 2), std::pair(1, 3)));
}

TEST(Picture, OfDistancesAloneTheLinksAreFound) {
  const Picture graph =
      picture_of(given(TabledTopology(4, {5, 7, 2, 4, 5, 3})));  // a path 0 -5- 1 -2- 2 -3- 3, and 0 -4- 3
  EXPECT_THAT(pairs_of(graph),
              ::testing::UnorderedElementsAre(std::pair(0, 1), std::pair(1, 2), std::pair(2, 3), std::pair(0, 3)));
  EXPECT_INPUT_ERROR(picture_of(given(TabledTopology(1025, std::vector<std::uint32_t>(1025 * 1024 / 2, 1)))),
                     "at most 1024");
}

/// Returns the cheapest paths from `start`; unlike minimal routing they may take any links.
std::vector<std::uint64_t> shortest_ways(const Picture& picture, std::uint64_t start) {
  std::vector<std::uint64_t> cost(picture.nodes.size(), 1000);
  cost[start] = 0;
  for (std::size_t round = 0; round < picture.nodes.size(); ++round) {
    for (const PictureLink& link : picture.links) {
      cost[link.a] = std::min(cost[link.a], cost[link.b] + link.cost);
      cost[link.b] = std::min(cost[link.b], cost[link.a] + link.cost);
    }
  }
  return cost;
}

TEST(Picture, DragonfliesHaveTheirGlobalLinks) {
  DragonflyShape shape{5, 4, 2, 2, 1, 1, 100};  // two links between every two groups; paths over a third group are too
                                                // expensive
  const DragonflyTopology dragonfly(shape);
  const Picture picture = picture_of(given(dragonfly));
  EXPECT_EQ(picture.nodes.size(), 40u + 20);
  EXPECT_EQ(picture.links.size(), 40u + 5 * 6 + 2 * 10);
  for (const Slot from : {0, 13}) {
    const std::vector<std::uint64_t> cost = shortest_ways(picture, from);
    for (Slot to = 0; to < dragonfly.slots(); ++to)
      EXPECT_EQ(cost[to], dragonfly.distance(from, to)) << from << ' ' << to;
  }
}

TEST(DotWriter, NamesAreQuoted) {
  GivenTopology network = given(TreeTopology::regular(Sizes{2}));
  network.hosts = {{"a\"b", "c"}, {0, 1, 2}};
  EXPECT_EQ(exported(network, "dot"),
            "graph topology {\n  label=\"tree of 2 slots\";\n  node [shape=box, fontname=sans];\n"
            "  n0 [label=\"a\\\"b: slot 0\"];\n  n1 [label=\"c: slot 1\"];\n  n2 [label=\"level1 0\", shape=ellipse];\n"
            "  n2 -- n0;\n  n2 -- n1;\n}\n");
}

TEST(JsonWriter, SaysEverything) {
  GivenTopology network = given(GridTopology({{3, true, 2}, {2, false, 1}}));
  network.hosts = {{"a", "b", "c", "d", "e", "f"}, {0, 1, 2, 3, 4, 5, 6}};
  network.speeds = {1, 1, 1, 1, 1, 2};
  const auto json = nlohmann::json::parse(exported(network, "json"));
  EXPECT_EQ(json["slots"], 6);
  EXPECT_EQ(json["dimensions"][0], nlohmann::json::parse(R"({"size": 3, "wraps": true, "cost": 2})"));
  EXPECT_EQ(json["hosts"][5], nlohmann::json::parse(R"({"name": "f", "first_slot": 5, "slots": 1})"));
  EXPECT_EQ(json["speeds"][5], 2);
  EXPECT_EQ(json["nodes"].size(), 6u);
  EXPECT_EQ(json["nodes"][3], nlohmann::json::parse(R"({"name": "d", "slot": 3})"));
  EXPECT_EQ(json["links"].size(), 3u + 6);
  EXPECT_EQ(json["links"][0], nlohmann::json::parse("[0, 1, 2]"));
}

TEST(JsonWriter, LevelsOfATree) {
  const auto json = nlohmann::json::parse(exported(given(TreeTopology::regular(Sizes{2, 3})), "json"));
  EXPECT_EQ(json["levels"][1], nlohmann::json::parse(R"({"name": "level1", "nodes": 3, "distance": 2})"));
  EXPECT_EQ(json["nodes"][9], nlohmann::json::parse(R"({"name": "level2 0", "level": 2, "distance": 4})"));
}

}  // namespace
}  // namespace topomorph::testing
