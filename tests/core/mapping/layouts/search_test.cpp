// Tests of layouts as mappings onto topologies, and of the search over all layouts.
#include "core/evaluation/evaluate.h"
#include "core/mapping/layouts/topology_layouts.h"
#include "core/mapping/portfolio/map.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

using ::testing::ElementsAre;

Mapping mapped(const std::string& topology, const std::string& layout, std::uint64_t roles) {
  MapOptions options;
  options.algorithm = "lama:" + layout;
  return map(testing::random_affinity(roles, 2 * roles, 1), *topology::parse_topology(topology), options).mapping;
}

TEST(LayoutMapping, FollowsTheLevelsOfTrees) {
  EXPECT_THAT(mapped("tree:2:2:2", "scn", 8), ElementsAre(0, 2, 1, 3, 4, 6, 5, 7));
  EXPECT_THAT(mapped("tree:2:2:2", "nsc", 5), ElementsAre(0, 4, 2, 6, 1));
  EXPECT_THAT(mapped("synthetic:pack:2 core:2 pu:2", "sc", 4), ElementsAre(0, 2, 1, 3));
}

TEST(LayoutMapping, HardwareThreadsAreBelowTheirCores) {
  const std::string machine = "synthetic:\"pack:2 l2:2 l1:1 core:1 pu:2\"@threads";
  EXPECT_THAT(mapped(machine, "scbnh", 8), ElementsAre(0, 4, 2, 6, 1, 5, 3, 7));
  EXPECT_THAT(mapped("tree:2+" + machine, "by-node", 5), ElementsAre(0, 8, 4, 12, 2));
  EXPECT_THAT(mapped("synthetic:pack:2 core:2 pu:1@threads", "sch", 4), ElementsAre(0, 2, 1, 3));
}

TEST(LayoutMapping, TakesOrdersAndLimits) {
  EXPECT_THAT(mapped("tree:2:2:2", "s[1,0]cn", 4), ElementsAre(2, 0, 3, 1));
  EXPECT_THAT(mapped("tree:2:2:2", "csn,1:s", 4), ElementsAre(0, 2, 4, 6));
  EXPECT_INPUT_ERROR(mapped("tree:2:2:2", "csn,1:s", 5), "found 5 ranks, and limits of layout csn,1:s that allow 4");
}

TEST(LayoutMapping, FollowsTheMachinesOfANetwork) {
  EXPECT_THAT(mapped("torus:3+synthetic:\"pack:2 core:2 pu:1\"", "nsc", 12),
              ElementsAre(0, 4, 8, 2, 6, 10, 1, 5, 9, 3, 7, 11));
  EXPECT_INPUT_ERROR(mapped("torus:4", "nsc", 4), "layouts need a tree");
}

TEST(LayoutMapping, RefusesWhatIsNoLayout) {
  EXPECT_INPUT_ERROR(mapped("tree:2:2", "xx", 4), "layout \"xx\": found \"x\"");
  MapOptions options;
  options.algorithm = "tabu:nsc";
  EXPECT_INPUT_ERROR(map(testing::random_affinity(4, 8, 1), *topology::parse_topology("tree:2:2"), options),
                     "unknown mapping algorithm");
}

TEST(LayoutSearch, FindsTheBestRegularPlacement) {
  // Roles i and i + 4 communicate and belong on one package, so packages and nodes come before cores.
  std::vector<Traffic> traffic;
  for (Role i = 0; i < 4; ++i) traffic.push_back({i, i + 4, 100, 1});
  const Affinity affinity = Affinity::from_traffic(8, traffic);
  const auto topology = topology::parse_topology("tree:2:2:2@1:10:100");
  const auto cost = [&](const Mapping& mapping) {
    return static_cast<double>(evaluation::evaluate(affinity, *topology, mapping).hop_bytes);
  };
  const LayoutSearch search = search_layouts(*topology, 8, cost);
  EXPECT_EQ(search.layouts, 6U);
  EXPECT_EQ(search.orders, 6U);
  EXPECT_EQ(to_string(search.best), "snc");
  EXPECT_EQ(search.cost, 400);
  EXPECT_EQ(search.mapping, map_by_layout(*topology, {search.best}, 8));
}

TEST(LayoutSearch, HasALayoutWhenThereIsNoTime) {
  const auto topology = topology::parse_topology("tree:2:2:2");
  const LayoutSearch search = search_layouts(
      *topology, 8, [](const Mapping&) { return 1.0; }, Deadline(0.0));
  EXPECT_EQ(search.layouts, 1U);
  EXPECT_THAT(search.mapping, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
}

TEST(LayoutSearch, CountsEqualOrdersOnce) {
  const auto topology = topology::parse_topology("tree:2:2:2");
  std::uint64_t asked = 0;
  const LayoutSearch search =
      search_layouts(*topology, 2, [&](const Mapping&) { return static_cast<double>(++asked); });
  EXPECT_EQ(search.layouts, 6U);
  EXPECT_EQ(search.orders, 3U);  // two roles distinguish only the innermost level
  EXPECT_EQ(asked, 3U);
}

}  // namespace
}  // namespace topomorph::mapping
