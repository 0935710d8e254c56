// Tests of grids that are known as such, mapped by each algorithm for them and by auto.
#include "core/base/workers.h"
#include "core/evaluation/evaluate.h"
#include "core/mapping/portfolio/map.h"
#include "core/model/cartesian_pattern.h"
#include "tests/core/mapping/baselines/grids_on_hosts.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

constexpr std::array kAlgorithms = {"hyperplane", "kdtree", "strips", "tiling"};

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

TEST(GridOnTree, EveryAlgorithmIsInTheTable) {
  const TreeTopology tree = hosts_on_a_switch(testing::equal_hosts(6, 24));
  const CartesianPattern pattern = parse_cart_spec("cart:12x12");
  const std::vector<std::int64_t> capacities(6, 24);
  for (std::size_t i = 0; i < kAlgorithms.size(); ++i) {
    const MapResult result = map(to_affinity(pattern), tree, grid_options("cart:12x12", kAlgorithms[i]));
    EXPECT_EQ(result.algorithm, kAlgorithms[i]);
    if (i == testing::kGridOrders.size()) continue;
    const CellOrder order = testing::kGridOrders[i](pattern, capacities);
    EXPECT_LE(bytes_between_hosts("cart:12x12", tree, result.mapping), testing::edges_of(pattern, order, capacities));
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
  const Mapping mapping = map(parse_cart_affinity("cart:16x8"), tree, grid_options("cart:16x8", "tiling")).mapping;
  const evaluation::Evaluation evaluation = evaluation::evaluate(parse_cart_affinity("cart:16x8"), tree, mapping);
  ASSERT_TRUE(evaluation.valid) << evaluation.problem;
  EXPECT_EQ(evaluation.levels[2].bytes, 2U * (3 * 8 + 16));
  EXPECT_EQ(evaluation.levels[1].bytes, 2U * 8 * 8);
}

TEST(GridOnTree, RoleZeroStaysOnItsSlot) {
  const std::vector<std::uint64_t> hosts = {8, 16, 8, 16, 8, 16, 8, 16, 8, 16};
  const TreeTopology tree = hosts_on_a_switch(hosts);
  for (const Slot slot : {Slot{0}, Slot{3}, Slot{8}, Slot{119}}) {
    for (const std::string algorithm : kAlgorithms) {
      MapOptions options = grid_options("cart:12x10", algorithm);
      options.pinned = {{0, slot}};
      const MapResult result = map(parse_cart_affinity("cart:12x10"), tree, options);
      EXPECT_EQ(result.mapping[0], slot);
      EXPECT_EQ(result.algorithm, algorithm);
    }
  }
}

TEST(GridOnTree, OrdersBeginOnTheHostOfRoleZero) {
  const TreeTopology tree = hosts_on_a_switch({8, 16, 8, 16, 8, 16, 8, 16, 8, 16});
  const Affinity affinity = parse_cart_affinity("cart:12x10");
  MapOptions options = grid_options("cart:12x10");
  Workers workers(1);
  for (const Slot slot : {Slot{0}, Slot{8}, Slot{30}, Slot{119}}) {
    options.pinned = {{0, slot}};
    const Problem problem{affinity, tree, &tree, options, Deadline(std::nullopt), workers, map};
    for (const FunctionOfOrder order : testing::kGridOrders) {
      EXPECT_EQ(tree.node_of(1, map_grid(problem, order)[0]), tree.node_of(1, slot)) << "slot " << slot;
    }
  }
}

TEST(GridOnTree, FewerCellsThanSlots) {
  const TreeTopology tree = hosts_on_a_switch(testing::equal_hosts(10, 12));
  for (const std::string algorithm : kAlgorithms) {
    const MapResult result = map(parse_cart_affinity("cart:6x6"), tree, grid_options("cart:6x6", algorithm));
    const std::uint64_t least = 2 * (6 + 4);  // 6x2, and 3x4 twice
    EXPECT_GE(bytes_between_hosts("cart:6x6", tree, result.mapping), least) << algorithm;
    EXPECT_LE(bytes_between_hosts("cart:6x6", tree, result.mapping), algorithm == "tiling" ? least : 2 * (6 + 6));
  }
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
