// Tests of grids on slots: placements of every kind, trees of several levels, and mapping through map().
#include <set>

#include "core/evaluation/evaluate.h"
#include "core/mapping/grids/cartesian.h"
#include "core/mapping/portfolio/map.h"
#include "core/mapping/portfolio/tree_placement.h"
#include "core/model/cartesian_pattern.h"
#include "tests/core/mapping/grids/instances.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

using ::testing::ElementsAre;

TreeTopology hosts_on_a_switch(const std::vector<std::uint64_t>& hosts) {
  TreeLevel host{"host", 1, {0}}, root{"switch", 10, {0}};
  for (const std::uint64_t slots : hosts) host.begin.push_back(host.begin.back() + slots);
  root.begin.push_back(host.begin.back());
  return TreeTopology({host, root});
}

MapOptions grid_options(const std::string& spec, const std::string& algorithm = "auto") {
  MapOptions options;
  options.grid = parse_cart_spec(spec);
  options.algorithm = algorithm;
  return options;
}

std::uint64_t bytes_between_hosts(const std::string& spec, const TreeTopology& tree, const Mapping& mapping) {
  const evaluation::Evaluation evaluation = evaluation::evaluate(parse_cart_affinity(spec), tree, mapping);
  EXPECT_TRUE(evaluation.valid) << evaluation.problem;
  return evaluation.levels.back().bytes;
}

TEST(GridOnSlots, FollowsAnyPlacement) {
  const std::vector<std::uint32_t> host_of_cell = {0, 0, 1, 1, 2};
  EXPECT_THAT(slots_on_hosts(host_of_cell, std::vector<std::uint32_t>{0, 0, 1, 1, 2}), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(slots_on_hosts(host_of_cell, std::vector<std::uint32_t>{0, 1, 2, 0, 1}), ElementsAre(0, 3, 1, 4, 2));
  EXPECT_THAT(slots_on_hosts(host_of_cell, std::vector<std::uint32_t>{2, 0, 1, 2, 1, 0, 0}),
              ElementsAre(1, 5, 2, 4, 0));
  EXPECT_INPUT_ERROR(slots_on_hosts(host_of_cell, std::vector<std::uint32_t>{0, 0, 1, 2}), "host 1 than it has slots");
  EXPECT_INPUT_ERROR(slots_on_hosts(host_of_cell, std::vector<std::uint32_t>{0, 0, 1, 1}), "host 2 than it has slots");
}

TEST(GridOnSlots, CyclicPlacementCostsWhatTheBlockedOneDoes) {
  const CartesianPattern pattern = parse_cart_spec("cart:4x4");
  const CartesianMapping best = best_cartesian_mapping(pattern, testing::equal_hosts(4, 4));
  EXPECT_EQ(best.inter_host_edges, 16U);
  std::vector<std::uint32_t> cyclic;
  for (std::uint32_t slot = 0; slot < 16; ++slot) cyclic.push_back(slot % 4);
  const Mapping mapping = slots_on_hosts(best.host_of_cell, cyclic);
  EXPECT_EQ(std::set<Slot>(mapping.begin(), mapping.end()).size(), 16U);
  std::vector<std::uint32_t> host_again;
  for (const Slot slot : mapping) host_again.push_back(cyclic[slot]);
  EXPECT_EQ(inter_host_edges(pattern, host_again), 16U);
}

TEST(GridOnTree, EveryAlgorithmIsInTheTable) {
  const TreeTopology tree = hosts_on_a_switch(testing::equal_hosts(6, 24));
  for (const CartesianAlgorithm& algorithm : cartesian_algorithms()) {
    const MapResult result = map(parse_cart_affinity("cart:12x12"), tree, grid_options("cart:12x12", algorithm.name));
    const CartesianMapping single =
        cartesian_mapping(parse_cart_spec("cart:12x12"), testing::equal_hosts(6, 24), algorithm);
    EXPECT_LE(bytes_between_hosts("cart:12x12", tree, result.mapping), single.inter_host_edges) << algorithm.name;
    EXPECT_EQ(result.algorithm, algorithm.name);
  }
}

TEST(GridOnTree, AutoIsNeverWorseThanAnyAlgorithm) {
  const std::vector<std::pair<std::string, TreeTopology>> instances = {
      {"cart:12x12", hosts_on_a_switch(testing::equal_hosts(6, 24))},
      {"cart:12x10", hosts_on_a_switch({16, 8, 16, 8, 16, 8, 16, 8, 16, 8})},
      {"cart:6x5x4:hops", hosts_on_a_switch({40, 20, 60})},
      {"cart:16x16:periodic", TreeTopology::regular(std::vector<std::uint64_t>{4, 4, 16})},
      {"cart:10x9", hosts_on_a_switch(testing::equal_hosts(8, 12))}};
  for (const auto& [spec, tree] : instances) {
    const MapResult best = map(parse_cart_affinity(spec), tree, grid_options(spec));
    for (const std::string name : {"hyperplane", "kdtree", "strips", "tiling", "multisection", "identity"}) {
      const MapResult single = map(parse_cart_affinity(spec), tree, grid_options(spec, name));
      EXPECT_TRUE(best.cost <= single.cost) << spec << " " << name;
    }
  }
}

TEST(GridOnTree, NestsBlocksInBlocks) {
  // 8 hosts of 4 packages of 4 cores: hosts of 4x4 cells, packages of 2x2.
  const TreeTopology tree = TreeTopology::regular(std::vector<std::uint64_t>{4, 4, 8});
  const Mapping mapping = map_grid_to_tree(parse_cart_spec("cart:16x8"), tree, cartesian_algorithms()[3]);
  const evaluation::Evaluation evaluation = evaluation::evaluate(parse_cart_affinity("cart:16x8"), tree, mapping);
  ASSERT_TRUE(evaluation.valid) << evaluation.problem;
  EXPECT_EQ(evaluation.levels[2].bytes, 2U * (3 * 8 + 16));
  EXPECT_EQ(evaluation.levels[1].bytes, 2U * 8 * 8);
}

TEST(GridOnTree, RoleZeroStaysOnItsSlot) {
  const std::vector<std::uint64_t> hosts = {8, 16, 8, 16, 8, 16, 8, 16, 8, 16};
  const TreeTopology tree = hosts_on_a_switch(hosts);
  for (const Slot slot : {Slot{0}, Slot{3}, Slot{8}, Slot{119}}) {
    MapOptions options = grid_options("cart:12x10", "tiling");
    options.pinned = {{0, slot}};
    const MapResult result = map(parse_cart_affinity("cart:12x10"), tree, options);
    EXPECT_EQ(result.mapping[0], slot);
    EXPECT_EQ(result.algorithm, "tiling");
  }
}

TEST(GridOnTree, FewerCellsThanSlots) {
  const TreeTopology tree = hosts_on_a_switch(testing::equal_hosts(10, 12));
  const MapResult result = map(parse_cart_affinity("cart:6x6"), tree, grid_options("cart:6x6", "tiling"));
  EXPECT_EQ(bytes_between_hosts("cart:6x6", tree, result.mapping), 2U * (6 + 4));  // 6x2, and 3x4 twice
}

TEST(GridOnTree, RefusesWhatDoesNotFit) {
  const TreeTopology tree = hosts_on_a_switch(testing::equal_hosts(4, 4));
  MapOptions no_grid;
  no_grid.algorithm = "hyperplane";
  EXPECT_INPUT_ERROR(map(parse_cart_affinity("cart:4x4"), tree, no_grid), "known to be a grid");
  EXPECT_INPUT_ERROR(map(parse_cart_affinity("cart:4x4"), tree, grid_options("cart:4x3")),
                     "grid of 12 cells for 16 roles");
}

}  // namespace
}  // namespace topomorph::mapping
