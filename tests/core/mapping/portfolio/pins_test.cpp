// Pinned roles: at their slot, and for nothing where the tree is symmetric.
#include <utility>

#include "core/base/random.h"
#include "core/evaluation/evaluate.h"
#include "core/formats/affinity_file.h"
#include "core/mapping/portfolio/map.h"
#include "core/mapping/problem/slot_selection.h"
#include "core/mapping/slots/slot_tree.h"
#include "core/mapping/slots/tree_symmetries.h"
#include "core/topology/spec.h"
#include "tests/core/mapping/arities.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

TEST(Pins, CostNothingOnSymmetricTrees) {
  const Affinity affinity = testing::random_affinity(24, 100, 1);
  const Graph graph = scaled_graph(affinity, Weight::Bytes, 24, EdgeWeight{1} << 40);
  const SlotTree tree(TreeTopology::regular(Arities{2, 3, 4}, Arities{1, 10, 100}));
  for (Vertex slot = 0; slot < 24; ++slot) {
    Random random(slot);
    Assignment layout(random.permutation<Vertex>(24));
    const EdgeWeight before = cost_on_tree(graph, tree, layout.slot_of);
    apply_pins(tree, std::vector<Pin>{{5, slot}}, layout);
    EXPECT_EQ(layout.slot_of[5], slot);
    EXPECT_EQ(cost_on_tree(graph, tree, layout.slot_of), before);
  }
}

TEST(Pins, KeepEachOther) {
  const SlotTree tree(TreeTopology({{"", 1, {0, 2, 4, 7}}, {"", 2, {0, 4, 7}}, {"", 3, {0, 7}}}));
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    Assignment layout(random.permutation<Vertex>(7));
    const auto slots = random.permutation<Vertex>(7);
    std::vector<Pin> pins;
    for (Vertex v = 0; v < 5; ++v) pins.push_back({v, slots[v]});
    apply_pins(tree, pins, layout);
    for (const Pin& pin : pins) EXPECT_EQ(layout.slot_of[pin.vertex], pin.slot);
    for (Vertex v = 0; v < 7; ++v) EXPECT_EQ(layout.vertex_on[layout.slot_of[v]], v);
  }
}

TEST(Pins, AreHonouredByAlgorithmsForAnyPattern) {
  const auto topology = topology::parse_topology("tree:4:4:4@1:10:100");
  const Affinity affinity = testing::random_affinity(60, 300, 2);
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.needs.find("grid") != std::string::npos) continue;
    MapOptions options;
    options.algorithm = algorithm.name;
    options.pinned = {{0, 37}, {9, 38}, {59, 0}};
    const MapResult result = map(affinity, *topology, options);
    EXPECT_EQ(result.mapping[0], 37U) << algorithm.name;
    EXPECT_EQ(result.mapping[9], 38U) << algorithm.name;
    EXPECT_EQ(result.mapping[59], 0U) << algorithm.name;
    EXPECT_TRUE(evaluation::evaluate(affinity, *topology, result.mapping).valid) << algorithm.name;
  }
}

/// Returns the mappings by preset fast with role 5 on this slot, and with no pin.
std::pair<MapResult, MapResult> with_and_without_pin(const Affinity& affinity, const Topology& topology, Slot slot) {
  MapOptions options;
  options.preset = Preset::Fast;
  const MapResult without = map(affinity, topology, options);
  options.pinned = {{5, slot}};
  return {map(affinity, topology, options), without};
}

TEST(Pins, OfOneRoleTurnTheMappingOnAFullTree) {
  const Affinity affinity = testing::random_affinity(20, 60, 7);
  const auto topology = topology::parse_topology("tree:2:3:4@1:10:100");  // with four free slots
  for (Slot slot = 0; slot < 24; ++slot) {
    const auto [pinned, free] = with_and_without_pin(affinity, *topology, slot);
    EXPECT_EQ(pinned.mapping[5], slot);
    EXPECT_EQ(pinned.cost, free.cost);
    EXPECT_EQ(evaluation::evaluate(affinity, *topology, pinned.mapping).hop_bytes, pinned.cost);
  }
}

MapOptions pinned_to(std::vector<PinnedRole> pins) {
  MapOptions options;
  options.pinned = std::move(pins);
  return options;
}

TEST(Pins, AreNotFreeWhereNodesDiffer) {
  const TreeTopology uneven({{"", 1, {0, 2, 4, 7}}, {"", 10, {0, 7}}});
  const TreeTopology even({{"", 1, {0, 2, 4, 6}}, {"", 10, {0, 6}}});
  EXPECT_TRUE(free_pin(&even, pinned_to({{0, 5}})));
  EXPECT_FALSE(free_pin(&uneven, pinned_to({{0, 5}})));
  EXPECT_FALSE(free_pin(nullptr, pinned_to({{0, 5}})));
  EXPECT_FALSE(free_pin(&even, pinned_to({{0, 5}, {1, 3}})));
  MapOptions verbatim = pinned_to({{0, 5}});
  verbatim.algorithm = "identity";
  EXPECT_FALSE(free_pin(&even, verbatim));
}

TEST(Pins, OfOneRoleDoNotChangeTheCostOnASymmetricTree) {
  const std::string path = testing::data_file("graphs/stencil2d5_1024.graph");
  SKIP_WITHOUT(path);
  const auto topology = topology::parse_topology("tree:4:8:32@1:10:100");
  MapOptions options;
  options.pinned = {{0, 777}};
  const MapResult result = map(formats::read_affinity(path), *topology, options);
  EXPECT_EQ(result.mapping[0], 777U);
  EXPECT_LE(result.cost, Cost{39424 * 105 / 100});
}

TEST(Pins, LeadTheOtherRolesToTheirPartOfTheTree) {
  std::vector<Traffic> edges;
  for (Role role = 0; role < 8; ++role) edges.push_back({role, (role + 1) % 8, 50, 1});
  const Affinity ring = Affinity::from_traffic(8, std::move(edges));
  const auto topology = topology::parse_topology("tree:4:4@2:4");
  for (const Preset preset : {Preset::Fast, Preset::Default}) {
    MapOptions options;
    options.preset = preset;
    options.pinned = {{0, 9}};
    EXPECT_EQ(evaluation::to_string(map(ring, *topology, options).cost), "1000");
    options.pinned = {{3, 9}, {5, 14}};
    EXPECT_EQ(evaluation::to_string(map(ring, *topology, options).cost), "1000");
  }
}

TEST(Pins, LeadTheChoiceOfSlots) {
  const auto tree = TreeTopology::regular(Arities{4, 2, 4}, Arities{1, 2, 3});
  const auto from_0_and_3 = choose_slots(tree, 12, std::vector<Slot>{25});
  ASSERT_EQ(from_0_and_3.size(), 16U);
  EXPECT_EQ(from_0_and_3[7], 7U);
  EXPECT_EQ(from_0_and_3[8], 24U);
  const auto of_one_node = choose_slots(tree, 7, std::vector<Slot>{20, 3, 17});  // a slot elsewhere comes on top
  EXPECT_EQ(of_one_node, (std::vector<Slot>{3, 16, 17, 18, 19, 20, 21, 22, 23}));
  EXPECT_EQ(choose_slots(tree, 3, {}), (std::vector<Slot>{0, 1, 2}));
}

}  // namespace
}  // namespace topomorph::mapping
