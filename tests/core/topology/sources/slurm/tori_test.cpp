// Tests the networks of Slurm's rings and three-dimensional tori.
#include "core/topology/sources/slurm/tori.h"

#include "core/topology/shapes/composed.h"
#include "core/topology/shapes/grid.h"
#include "core/topology/shapes/routing_of.h"
#include "tests/core/testing.h"

namespace topomorph::topology {
namespace {

using ::testing::ElementsAre;

TorusRecord full(const std::string& name, const GridCell& size, const std::string& first) {
  std::vector<std::string> names;
  for (std::uint64_t i = 0; i < *cells_of(size); ++i) names.push_back(first + std::to_string(i));
  return {name, size, hosts_of_box(names, {0, 0, 0}, size, 1), {true, true, true}, 1};
}

TEST(Tori, ARingIsATorusOfOneDimension) {
  const GivenTopology ring = network_of_tori("f", {ring_of("r", {"c", "a", "b", "d", "e"}, 3)}, "ring");
  EXPECT_THAT(ring.hosts.names, ElementsAre("c", "a", "b", "d", "e")) << "the order of the file is that of the ring";
  EXPECT_EQ(ring.topology->describe(), "torus of 5");
  EXPECT_EQ(ring.topology->distance(0, 4), 1U);
  EXPECT_EQ(ring.topology->distance(0, 2), 2U);
  EXPECT_EQ(ring.slurm->plugin, "ring");
  EXPECT_EQ(ring.slurm->cells[3], (GridCell{3, 0, 0}));
}

TEST(Tori, TheFirstCoordinateIsTheFastest) {
  const GivenTopology given = network_of_tori("f", {full("t", {4, 3, 2}, "n")}, "torus3d");
  const GridTopology* grid = as_grid(*given.topology);
  ASSERT_NE(grid, nullptr);
  EXPECT_EQ(grid->describe(), "torus of 4 x 3 x 2");
  EXPECT_EQ(given.hosts.names[5], "n5");
  EXPECT_EQ(grid->name_of(5), "(1,1,0)");
  EXPECT_EQ(given.slurm->cells[5], (GridCell{1, 1, 0}));
  EXPECT_EQ(grid->distance(0, 3), 1U) << "around the end";
}

TEST(Tori, EmptyPlacesKeepTheDistancesOfTheWhole) {
  TorusRecord torus{
      "t", {4, 4, 1}, {{"b", {3, 2, 0}, 1}, {"a", {0, 0, 0}, 1}, {"c", {1, 3, 0}, 1}}, {true, true, true}, 1};
  const GivenTopology given = network_of_tori("f", {torus}, "torus3d");
  EXPECT_THAT(given.hosts.names, ElementsAre("a", "b", "c"));
  EXPECT_EQ(given.topology->distance(0, 1), 3U);
  EXPECT_EQ(given.topology->distance(0, 2), 2U);
  EXPECT_NE(routing_of(*given.topology), nullptr);
}

TEST(Tori, HostsOfDifferentToriAreFartherApartThanAnyTwoOfOne) {
  TorusRecord part = full("b", {2, 1, 1}, "m");
  part.size = {8, 1, 1};
  const GivenTopology given = network_of_tori("f", {full("a", {6, 1, 1}, "n"), ring_of("none", {}, 1), part}, "ring");
  EXPECT_EQ(given.topology->slots(), 8U);
  EXPECT_EQ(given.topology->distance(0, 3), 3U);
  EXPECT_EQ(given.topology->distance(0, 6), 5U) << "the ring of 8 has a diameter of 4";
  EXPECT_EQ(given.topology->distance(5, 7), 5U);
  EXPECT_EQ(given.topology->distance(6, 7), 1U);
  EXPECT_THAT(given.slurm->of_host, ElementsAre(0, 0, 0, 0, 0, 0, 2, 2)) << "units are numbered as in the file";
}

TEST(Tori, WhatIsRefused) {
  EXPECT_INPUT_ERROR(network_of_tori("f", {ring_of("r", {}, 1)}, "ring"), "f: found no hosts in topology ring");
  EXPECT_INPUT_ERROR(network_of_tori("f", {ring_of("r", {"a"}, 1), ring_of("r", {"b"}, 2)}, "ring"),
                     "f:2: ring r is already in line 1");
  EXPECT_INPUT_ERROR(network_of_tori("f", {ring_of("r", {"a"}, 1), ring_of("s", {"a"}, 2)}, "ring"),
                     "f:2: host a is already in line 1");
  const TorusRecord twice{"t", {2, 2, 2}, {{"a", {1, 0, 1}, 4}, {"b", {1, 0, 1}, 6}}, {true, true, true}, 1};
  EXPECT_INPUT_ERROR(network_of_tori("f", {twice}, "torus3d"), "f:6: hosts a and b are both at (1,0,1) of t");
}

TEST(Tori, CellsAreCountedWithoutOverflow) {
  EXPECT_EQ(cells_of({3, 4, 5}), 60U);
  EXPECT_FALSE(cells_of({3, 0, 5}));
  EXPECT_FALSE(cells_of({65535, 65535, 65535}));
  EXPECT_FALSE(cells_of({~std::uint64_t{0}, 2, 2}));
}

}  // namespace
}  // namespace topomorph::topology
