// Heat maps: every byte is in the tile of its pair, and no map is larger than its page allows.
#include "tools/report/heat_map.h"

#include <numeric>

#include "tests/core/testing.h"

namespace topomorph::report {
namespace {

std::vector<std::uint64_t> identity(std::uint64_t roles) {
  std::vector<std::uint64_t> positions(roles);
  std::iota(positions.begin(), positions.end(), std::uint64_t{0});
  return positions;
}

TEST(HeatMap, TilesOfOneRankAreTheAffinityInTheGivenOrder) {
  const Affinity affinity = Affinity::from_traffic(3, {{0, 1, 10, 1}, {1, 2, 20, 2}, {2, 2, 99, 9}, {2, 0, 30, 3}});
  const HeatMap map = heat_map(affinity, std::vector<std::uint64_t>{2, 0, 1}, 1);  // role 1 comes first, role 0 last
  ASSERT_EQ(map.rows.size(), 3U);
  ASSERT_EQ(map.rows[0].size(), 1U) << "role 1 sends to role 2";
  EXPECT_EQ(map.rows[0][0].column, 1U);
  EXPECT_EQ(map.rows[0][0].bytes, 20U);
  ASSERT_EQ(map.rows[1].size(), 1U) << "role 2 sends to role 0, and what it sends to itself is left out";
  EXPECT_EQ(map.rows[1][0].column, 2U);
  EXPECT_EQ(map.rows[1][0].messages, 3U);
  ASSERT_EQ(map.rows[2].size(), 1U);
  EXPECT_EQ(map.rows[2][0].column, 0U);
  EXPECT_EQ(map.rows[2][0].bytes, 10U);
}

TEST(HeatMap, TilesAddUpWhatIsInThem) {
  const Affinity affinity = topomorph::testing::random_affinity(50, 600, 7);
  for (const std::uint64_t tile : {1, 4, 7, 64}) {
    const HeatMap map = heat_map(affinity, identity(50), tile);
    EXPECT_EQ(map.rows.size(), (50 + tile - 1) / tile);
    std::vector<std::vector<std::uint64_t>> expected(map.rows.size(), std::vector<std::uint64_t>(map.rows.size()));
    for (const Traffic& traffic : topomorph::testing::traffic_of(affinity)) {
      if (traffic.source != traffic.destination)
        expected[traffic.source / tile][traffic.destination / tile] += traffic.bytes;
    }
    for (std::size_t row = 0; row < map.rows.size(); ++row) {
      for (const HeatCell& cell : map.rows[row]) {
        EXPECT_EQ(cell.bytes, expected[row][cell.column]) << tile;
        expected[row][cell.column] = 0;
      }
      for (const std::uint64_t rest : expected[row]) EXPECT_EQ(rest, 0U) << "a tile is missing";
    }
  }
}

TEST(HeatMap, TilesGrowUntilAllMapsFit) {
  const Affinity affinity = topomorph::testing::random_affinity(300, 20000, 3);
  std::vector<std::uint64_t> reversed = identity(300);
  std::reverse(reversed.begin(), reversed.end());
  const std::vector<std::vector<std::uint64_t>> orders = {identity(300), reversed};
  const auto whole = heat_maps(affinity, orders, 10'000'000);
  EXPECT_EQ(whole[0].ranks_per_tile, 1U);
  const auto small = heat_maps(affinity, orders, 50'000);
  ASSERT_EQ(small.size(), 2U);
  EXPECT_EQ(small[0].ranks_per_tile, small[1].ranks_per_tile);
  EXPECT_GT(small[0].ranks_per_tile, 1U);
  for (const HeatMap& map : small) EXPECT_LE(text_size(map), 50'000U);
  EXPECT_LT(text_size(small[0], false), text_size(small[0]));
  EXPECT_LE(heat_maps(affinity, orders, 50'000, false)[0].ranks_per_tile, small[0].ranks_per_tile);
  EXPECT_EQ(heat_maps(affinity, orders, 1)[0].rows.size(), 1U) << "one tile is the least there is";
}

TEST(HeatMap, NoRolesNoRows) {
  const Affinity affinity = Affinity::from_traffic(0, {});
  EXPECT_TRUE(heat_maps(affinity, std::vector<std::vector<std::uint64_t>>{{}}, 100)[0].rows.empty());
}

}  // namespace
}  // namespace topomorph::report
