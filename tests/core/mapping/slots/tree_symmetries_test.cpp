// Roles confined to a part of a tree bring their whole branch with them.
#include "core/mapping/slots/tree_symmetries.h"

#include <array>

#include "core/evaluation/evaluate.h"
#include "core/mapping/portfolio/map.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

constexpr Role kRolesOfParts = 16;

/// Two groups of eight roles, in turns, each of which fills a host.
Affinity two_groups() {
  std::vector<Traffic> traffic;
  for (Role a = 0; a < kRolesOfParts; ++a) {
    for (Role b = a % 2; b < a; b += 2) traffic.push_back({b, a, 100, 1});
  }
  traffic.push_back({0, 1, 1, 1});
  return Affinity::from_traffic(kRolesOfParts, std::move(traffic));
}

TreeTopology two_hosts() {
  return TreeTopology::regular(std::array<std::uint64_t, 3>{4, 2, 2}, std::array<std::uint64_t, 3>{1, 10, 100});
}

struct Parts {
  const char* name;
  std::vector<ConfinedRole> confined;
};

void PrintTo(const Parts& that, std::ostream* out) { *out << that.name; }

class Confined : public ::testing::TestWithParam<Parts> {};

TEST_P(Confined, CostsNoMoreThanAnywhere) {
  const Affinity affinity = two_groups();
  const TreeTopology tree = two_hosts();
  for (const Preset preset : {Preset::Fast, Preset::Default}) {
    MapOptions options;
    options.preset = preset;
    const Cost anywhere = map(affinity, tree, options).cost;
    options.sharing.confined = GetParam().confined;
    const MapResult found = map(affinity, tree, options);
    EXPECT_EQ(evaluation::to_string(found.cost), evaluation::to_string(anywhere));
    for (const ConfinedRole& confined : GetParam().confined) {
      EXPECT_GE(found.mapping[confined.role], confined.begin);
      EXPECT_LT(found.mapping[confined.role], confined.end);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Branches, Confined,
                         ::testing::Values(Parts{"first host", {{0, 0, 8}}}, Parts{"second host", {{0, 8, 16}}},
                                           Parts{"one on each", {{0, 8, 16}, {1, 0, 8}}},
                                           Parts{"together", {{0, 8, 16}, {2, 8, 16}, {14, 8, 16}}},
                                           Parts{"a package", {{5, 4, 8}}}, Parts{"no node", {{5, 3, 9}}}));

TEST(BringIntoParts, KeepsPinsAndFreeSlots) {
  const Affinity affinity = testing::random_affinity(10, 20, 1);
  const TreeTopology tree = two_hosts();
  MapOptions options;
  options.pinned = {{3, 3}};
  Workers workers(1);
  const Problem problem{affinity, tree, &tree, options, Deadline(std::nullopt), workers, map};
  std::vector<Interval> parts(10);
  parts[4] = {8, 16};
  parts[9] = {12, 13};
  Mapping mapping = identity_mapping(10);
  bring_into_parts(problem, parts, mapping);
  EXPECT_NO_THROW(check_mapping(mapping, 10, 16));
  EXPECT_EQ(mapping[3], 3U);
  EXPECT_EQ(mapping[9], 12U);
  EXPECT_TRUE(parts[4].holds(mapping[4]));
}

}  // namespace
}  // namespace topomorph::mapping
