// Tilings of lattices: the best boxes where boxes fit, boxes of several shapes or stepped cuts where they do not.
#include <algorithm>

#include <gtest/gtest.h>

#include "core/base/successive.h"
#include "core/base/workers.h"
#include "core/mapping/grids/box_tiling.h"
#include "core/mapping/grids/guillotine_tiling.h"
#include "core/mapping/grids/lattice_division.h"
#include "core/mapping/grids/lattice_tilings.h"
#include "core/mapping/grids/recognition.h"
#include "core/mapping/portfolio/map.h"
#include "tests/core/mapping/arities.h"
#include "tests/core/mapping/grids/stencil_graph.h"

namespace topomorph::mapping {
namespace {

/// A grid, its lattice, and a tree.
struct TilingCase {
  TilingCase(const StencilGraph& grid, const Arities& arities, const Arities& distances)
      : tree(TreeTopology::regular(arities, distances)),
        graph(grid.graph(tree.slots())),
        lattice(recognise_lattice(graph).value()),
        steps(steps_of(graph, lattice).steps) {}

  /// Returns the cost after giving vertices without edges the slots that are left.
  EdgeWeight cost(std::vector<Vertex> slot_of) const {
    std::vector<char> taken(tree.slots(), 0);
    for (const Vertex slot : slot_of) EXPECT_EQ(taken.at(slot)++, 0) << "slot " << slot << " taken twice";
    for (Vertex slot = 0; slot_of.size() < graph.vertices(); ++slot) {
      if (!taken[slot]) slot_of.push_back(slot);
    }
    return cost_on_tree(graph, tree, slot_of);
  }
  EdgeWeight cost_of_boxes() const { return cost(tile_by_boxes(lattice, steps, tree, 1).slot_of.at(0)); }
  EdgeWeight cost_of_cuts() const { return cost(tile_by_cuts(lattice, steps, tree, 1, 1'000'000).value()); }
  EdgeWeight cost_of_division() const { return cost(divide_lattice(graph, lattice, steps, tree)); }

  SlotTree tree;
  Graph graph;
  Lattice lattice;
  std::vector<LatticeStep> steps;
};

std::vector<Vertex> in_rows(std::size_t cells) { return successive<Vertex>(cells); }

const StencilGraph kSquare{{4, 4}, 1, {1}};

TEST(BoxTiling, FindsTheBestBoxes) {
  const TilingCase square(kSquare, {4, 4}, {1, 10});
  // Four boxes of 2 x 2 cut 8 edges and keep 16.
  EXPECT_EQ(square.cost_of_boxes(), 8 * 10 + 16);
  const BoxTilings tilings = tile_by_boxes(square.lattice, square.steps, square.tree, 10);
  EXPECT_EQ(tilings.slot_of.size(), 3) << "2 x 2, 1 x 4, 4 x 1";
  EXPECT_NEAR(tilings.bound, 8 * 10 + 16, 1e-6);
  EXPECT_EQ(square.cost(tilings.slot_of[1]), 12 * 10 + 12);
}

TEST(BoxTiling, CountsCornersAndRings) {
  // Boxes of 2 x 2 keep their 4 edges along axes and 2 diagonals; the grid has 24 and 18.
  EXPECT_EQ(TilingCase({{4, 4}, 2, {100, 1}}, {4, 4}, {1, 10}).cost_of_boxes(), (8 * 100 + 10) * 10 + 16 * 100 + 8);
  // A ring of 4 around the periodic axis keeps 4 edges of weight 100 and cuts none of them.
  const TilingCase ring({{4, 6}, 1, {100}, {1, 0}}, {4, 6}, {1, 10});
  EXPECT_EQ(ring.cost_of_boxes(), 20 * 100 * 10 + 24 * 100);
}

TEST(BoxTiling, FindsNothingWhereBoxesDoNotFit) {
  const TilingCase strips({{7, 7}, 1, {1}}, {7, 7}, {1, 10});
  const BoxTilings tilings = tile_by_boxes(strips.lattice, strips.steps, strips.tree, 10);
  EXPECT_GT(static_cast<double>(strips.cost(tilings.slot_of.at(0))), 1.1 * tilings.bound) << "strips of 1 x 7";
  const TilingCase fives({{6, 6}, 1, {1}}, {5, 8}, {1, 10});
  EXPECT_TRUE(tile_by_boxes(fives.lattice, fives.steps, fives.tree, 10).slot_of.empty());
}

/// Returns what tile_lattice() says of its tiling.
Construction::Quality quality_of(const StencilGraph& grid, const Arities& arities, const Arities& distances) {
  const Affinity affinity = Affinity::from_traffic(grid.cells(), grid.traffic());
  const TreeTopology tree = TreeTopology::regular(arities, distances);
  const MapOptions options;
  Workers workers(1);
  const Problem problem{affinity, tree, &tree, options, Deadline(std::nullopt), workers, map};
  return tile_lattice(Instance::on_tree(problem)).value().quality;
}

TEST(LatticeTiling, SettlesPureGridsThatMeetTheBound) {
  EXPECT_EQ(quality_of({{8, 8}, 1, {1}}, {4, 4, 4}, {1, 10, 100}), Construction::Quality::Optimal);
  EXPECT_EQ(quality_of({{32, 32}, 1, {1}}, {4, 16, 16}, {1, 10, 100}), Construction::Quality::Optimal);
}

TEST(LatticeTiling, LeavesOtherGridsToTheSearch) {
  StencilGraph with_more{{32, 32}, 1, {1000}};
  with_more.extra = recursive_doubling(with_more.cells());
  EXPECT_EQ(quality_of(with_more, {4, 16, 16}, {1, 10, 100}), Construction::Quality::Tight) << "not a grid alone";
  StencilGraph uneven{{32, 32}, 1, {1000}};
  EXPECT_EQ(quality_of(uneven, {4, 16, 16}, {1, 10, 100}), Construction::Quality::Optimal);
  uneven.spread = 5;
  EXPECT_EQ(quality_of(uneven, {4, 16, 16}, {1, 10, 100}), Construction::Quality::Tight);
  uneven.spread = 50;
  EXPECT_EQ(quality_of(uneven, {4, 16, 16}, {1, 10, 100}), Construction::Quality::Good) << "the bound knows the mean";
  // A row of 5 cells keeps 4 edges, other sets of 5 keep 5.
  EXPECT_NE(quality_of({{10, 10}, 1, {1}}, {5, 2, 10}, {1, 10, 100}), Construction::Quality::Optimal);
}

TEST(CutTiling, MixesShapes) {
  // 5 x 4 cells on hosts of 4: equal boxes are strips (5 of 1 x 4: 16 cut); two squares beside each other, twice, and a
  // strip cut 4 + 4 + 4.
  const TilingCase mixed({{5, 4}, 1, {1}}, {4, 5}, {1, 10});
  EXPECT_EQ(mixed.cost_of_boxes(), 16 * 10 + 15);
  EXPECT_EQ(mixed.cost_of_cuts(), 12 * 10 + 19);
  EXPECT_EQ(TilingCase(kSquare, {4, 4}, {1, 10}).cost_of_cuts(), 8 * 10 + 16) << "equal boxes are found, too";
}

TEST(CutTiling, LeavesOneHostPartlyFree) {
  const TilingCase partly({{10, 10}, 2, {100, 1}}, {12, 9}, {1, 10});  // 8 hosts of 12 and 4 cells
  const auto slot_of = tile_by_cuts(partly.lattice, partly.steps, partly.tree, 1, 1'000'000);
  ASSERT_TRUE(slot_of);
  EXPECT_EQ(std::count_if(slot_of->begin(), slot_of->end(), [](Vertex slot) { return slot >= 96; }), 4);
  EXPECT_LT(partly.cost(*slot_of), partly.cost(in_rows(100)));
  // A rest of half a host must not be used twice.
  const TilingCase halves({{90}, 1, {1}}, {12, 8}, {1, 10});
  EXPECT_EQ(halves.cost_of_cuts(), 7 * 10 + 82);
  EXPECT_FALSE(tile_by_cuts(partly.lattice, partly.steps, partly.tree, 1, 0)) << "no time";
}

TEST(CutTiling, NestsLevels) {
  const TilingCase nested({{10, 10, 10}}, {4, 2, 125}, {1, 10, 100});
  EXPECT_EQ(nested.cost_of_cuts(), nested.cost_of_boxes());
}

TEST(CutTiling, FillsBoxesWithSteps) {
  const TilingCase fives({{10, 10}, 1, {1}}, {5, 20}, {1, 10});
  EXPECT_EQ(fives.cost_of_boxes(), 100 * 10 + 80) << "a row of 5 cells keeps 4 edges";
  EXPECT_EQ(fives.cost_of_cuts(), 80 * 10 + 100) << "in strips of 2, each 5 cells keep 5";
}

/// Returns the cost of a grid of 6 x 8 cells, with 82 edges, on three hosts of packages of 4 and of 8.
EdgeWeight cost_on_hosts(const std::vector<Slot>& host_begins) {
  const std::vector<TreeLevel> levels = {
      {"package", 1, {0, 4, 8, 12, 16, 24, 32, 40, 48}}, {"host", 10, host_begins}, {"root", 100, {0, 48}}};
  const SlotTree tree{TreeTopology(levels)};
  const Graph graph = StencilGraph{{6, 8}, 1, {1}}.graph();
  const Lattice lattice = recognise_lattice(graph).value();
  return cost_on_tree(graph, tree, tile_by_cuts(lattice, steps_of(graph, lattice).steps, tree, 1, 1'000'000).value());
}

TEST(CutTiling, SuitsHostsOfDifferentSizes) {
  // Hosts of 6 x 4, 4 x 4 and 2 x 4 cells, with packages of 2 x 4 and 2 x 2.
  EXPECT_EQ(cost_on_hosts({0, 16, 24, 48}), (6 + 4) * 100 + (8 + 8) * 10 + (82 - 26));
  EXPECT_EQ(cost_on_hosts({0, 8, 24, 48}), (6 + 4) * 100 + (8 + 6 + 2) * 10 + (82 - 26)) << "in any order";
}

TEST(LatticeDivision, SuitsEveryTree) {
  const TilingCase odd({{13, 11}, 2, {100, 10}}, {7, 3, 7}, {1, 10, 100});  // 143 cells on 147 slots
  EXPECT_LT(odd.cost_of_division(), odd.cost(in_rows(143)));
  const TilingCase square(kSquare, {4, 4}, {1, 10});
  EXPECT_EQ(square.cost_of_division(), 8 * 10 + 16) << "the best boxes, where halves of halves are boxes";
}

TEST(LatticeDivision, SuitsHostsOfDifferentSizes) {
  const std::vector<TreeLevel> levels = {{"host", 1, {0, 5, 16, 20, 34, 48}}, {"root", 10, {0, 48}}};
  const SlotTree tree{TreeTopology(levels)};
  const Graph graph = StencilGraph{{6, 8}, 1, {1}}.graph();
  const Lattice lattice = recognise_lattice(graph).value();
  const auto slot_of = divide_lattice(graph, lattice, steps_of(graph, lattice).steps, tree);
  std::vector<char> taken(48, 0);
  for (const Vertex slot : slot_of) EXPECT_EQ(taken.at(slot)++, 0);
  EXPECT_LT(cost_on_tree(graph, tree, slot_of), cost_on_tree(graph, tree, in_rows(48)));
}

TEST(LatticeDivision, CutsAcrossTheLongAxisForHalvesOfDifferentSizes) {
  const SlotTree tree{TreeTopology({{"host", 1, {0, 689, 1300}}, {"root", 10, {0, 1300}}})};
  const Graph graph = StencilGraph{{26, 50}, 1, {1}}.graph();
  const Lattice lattice = recognise_lattice(graph).value();
  const auto slot_of = divide_lattice(graph, lattice, steps_of(graph, lattice).steps, tree);
  constexpr EdgeWeight kEdges = 25 * 50 + 26 * 49, kCut = 26 + 1;  // with a step
  EXPECT_EQ(cost_on_tree(graph, tree, slot_of), kCut * 10 + (kEdges - kCut));
}

}  // namespace
}  // namespace topomorph::mapping
