// Patterns of programs on hosts of any size: auto costs no more than the best boxes, and than EagerMap and TopoMatch.
#include <gtest/gtest.h>

#include "core/mapping/grids/box_tiling.h"
#include "core/mapping/grids/recognition.h"
#include "core/mapping/portfolio/map.h"
#include "tests/core/mapping/grids/stencil_graph.h"

namespace topomorph::mapping {
namespace {

/// A grid and the arities of a tree; with recursive doubling on top if wanted.
struct Program {
  const char* name;
  StencilGraph grid;
  std::vector<std::uint64_t> arities;
  bool has_doubling = false;
};

void PrintTo(const Program& program, std::ostream* out) { *out << program.name; }

class Programs : public ::testing::TestWithParam<Program> {};

TEST_P(Programs, CostNoMoreThanTheBestTiling) {
  Program program = GetParam();
  if (program.has_doubling) program.grid.extra = recursive_doubling(program.grid.cells());
  const TreeTopology tree = TreeTopology::regular(program.arities, std::vector<std::uint64_t>{1, 10, 100});
  const Affinity affinity = Affinity::from_traffic(program.grid.cells(), program.grid.traffic());
  const MapResult found = map(affinity, tree, {});

  const Graph graph = program.grid.graph();
  const auto lattice = recognise_lattice(graph);
  ASSERT_TRUE(lattice);
  const SlotTree slots(tree);
  const BoxTilings tilings = tile_by_boxes(*lattice, steps_of(graph, *lattice).steps, slots, 6);
  ASSERT_FALSE(tilings.slot_of.empty());
  EdgeWeight best = cost_on_tree(graph, slots, tilings.slot_of.front());
  for (const auto& slot_of : tilings.slot_of) best = std::min(best, cost_on_tree(graph, slots, slot_of));
  EXPECT_LE(static_cast<double>(found.cost), static_cast<double>(best));

  MapOptions options;
  for (const char* peer : {"eagermap", "topomatch", "topomatch:partition=greedy", "topomatch-constrained"}) {
    options.algorithm = peer;
    EXPECT_LE(static_cast<double>(found.cost), static_cast<double>(map(affinity, tree, options).cost)) << peer;
  }
}

constexpr std::array<std::uint64_t, 3> kCorners = {1000, 20, 1}, kAlike = {1, 1, 1};
INSTANTIATE_TEST_SUITE_P(
    OnHosts, Programs,
    ::testing::Values(Program{"27 points on hosts of 8", {{10, 10, 10}, 3, kCorners}, {4, 2, 125}},
                      Program{"7 points and doubling on hosts of 8", {{10, 10, 10}, 1, kCorners}, {4, 2, 125}, true},
                      Program{"27 points on hosts of 24", {{12, 12, 6}, 3, kCorners}, {12, 2, 36}},
                      Program{"7 points and doubling on hosts of 48", {{18, 12, 8}, 1, kCorners}, {24, 2, 36}, true},
                      Program{"9 points, all alike, on hosts of 20", {{30, 20}, 2, kAlike}, {10, 2, 30}},
                      Program{"9 points on hosts of 24", {{24, 24}, 2, kCorners}, {12, 2, 24}},
                      Program{"27 points on hosts of 32", {{16, 16, 4}, 3, kCorners}, {16, 2, 32}},
                      Program{"27 points, any numbers", {{10, 10, 10}, 3, kCorners, {}, true}, {4, 2, 125}},
                      Program{"9 points, some periodic", {{24, 30}, 2, kAlike, {1, 0}, true}, {10, 2, 36}}));

}  // namespace
}  // namespace topomorph::mapping
