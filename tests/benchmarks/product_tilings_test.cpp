// Product tilings of rows and columns: known costs, and the mapper is nowhere worse.
#include "benchmarks/mapping/product_tilings.h"

#include <gtest/gtest.h>

#include "core/mapping/portfolio/map.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::benchmarks {
namespace {

std::optional<Tiling> tiling_on(const std::string& spec, std::uint64_t rows, std::uint64_t columns) {
  const std::vector<std::uint64_t> extents = {rows, columns};
  return best_product_tiling(pencils(extents), rows, columns, *topology::parse_topology(spec));
}

TEST(ProductTiling, OfRowsOnHostsHasAKnownCost) {
  const auto tiling = tiling_on("tree:4:4@1:10", 4, 4);
  ASSERT_TRUE(tiling);
  // a pair of a row exchanges 1024 bytes, of which there are 6 in each of 4 rows; 4 of 6 are neighbours with 600 more
  const Cost of_lines = 4 * (6 * 1024 + 4 * 600);
  EXPECT_EQ(tiling->cost, of_lines * 1 + of_lines * 10);
  check_mapping(tiling->slot_of_cell, 16, 16);
}

TEST(ProductTiling, IsOfAsManyCellsAsSlots) {
  EXPECT_FALSE(tiling_on("torus:4x5", 4, 4));
  EXPECT_FALSE(tiling_on("dragonfly:2x4x2", 4, 4));
  EXPECT_TRUE(tiling_on("torus:2x4+tree:2", 4, 4));
}

TEST(ProductTiling, IsNowhereCheaperThanTheMapping) {
  struct Case {
    std::uint64_t rows, columns;
    const char* topology;
  };
  for (const Case& each : {Case{8, 8, "torus:4x4x4"},
                           {16, 16, "mesh:16x16"},
                           {8, 32, "torus:4x8x8"},
                           {16, 8, "torus:4x4x4+tree:2"},
                           {24, 32, "tree:16:2:24"},
                           {32, 16, "tree:16/4:4/2:8"}}) {
    const std::vector<std::uint64_t> extents = {each.rows, each.columns};
    Instance instance = pencils(extents);
    const auto topology = topology::parse_topology(each.topology);
    const auto tiling = best_product_tiling(instance, each.rows, each.columns, *topology);
    ASSERT_TRUE(tiling) << each.topology;
    relabel(instance, random_labels(instance.roles, 3));
    const Affinity affinity = Affinity::from_traffic(instance.roles, std::move(instance.edges));
    EXPECT_LE(mapping::map(affinity, *topology, {}).cost, tiling->cost) << each.topology;
  }
}

}  // namespace
}  // namespace topomorph::benchmarks
