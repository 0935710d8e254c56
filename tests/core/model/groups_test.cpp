// All-to-alls of groups: as pairs, as groups, and in evaluations and mappings.
#include "core/model/groups.h"

#include "core/evaluation/evaluate.h"
#include "core/evaluation/level_costs.h"
#include "core/evaluation/pattern_difference.h"
#include "core/evaluation/prediction.h"
#include "core/mapping/portfolio/map.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph {
namespace {

/// Returns a group of the members `first`, `first` + `step`, …; each sends `bytes` to every other member.
GroupTraffic group_of(Role first, Role step, std::uint64_t members, std::uint64_t bytes) {
  GroupTraffic group;
  for (std::uint64_t i = 0; i < members; ++i) {
    group.members.push_back(first + i * step);
    group.bytes.push_back(bytes * (members - 1));
    group.messages.push_back(members - 1);
  }
  return group;
}

Mapping scattered(std::uint64_t roles) {
  Mapping mapping(roles);
  for (Role role = 0; role < roles; ++role) mapping[role] = role * 7 % roles;
  return mapping;
}

TEST(Groups, ArePairsFromTheSmallestOnAsLongAsTheseAreFew) {
  const Affinity affinity = affinity_of(40, {{0, 1, 5, 1}}, {group_of(0, 1, 40, 3), group_of(0, 4, 10, 2)}, 100);
  ASSERT_EQ(affinity.groups().size(), 1U);
  EXPECT_EQ(affinity.groups()[0].members.size(), 40U);
  EXPECT_EQ(affinity.entries(), 91U);
  EXPECT_EQ(affinity.total_bytes(), 5U + 90 * 2 + 40 * 39 * 3);
  EXPECT_EQ(affinity.total_messages(), 1U + 90 + 40 * 39);
}

TEST(Groups, SharesOfAPairAreEvenAndLoseNothing) {
  std::vector<Traffic> pairs;
  append_pairs({{2, 5, 9}, {7, 0, 1}, {3, 2, 2}}, pairs);
  EXPECT_EQ(pairs,
            (std::vector<Traffic>{{2, 5, 4, 2}, {2, 9, 3, 1}, {5, 2, 0, 1}, {5, 9, 0, 1}, {9, 2, 1, 1}, {9, 5, 0, 1}}));
}

TEST(Groups, OutsideOfTheJobOrTooLargeAreRefused) {
  EXPECT_INPUT_ERROR(affinity_of(4, {}, {group_of(2, 1, 3, 1)}, 0), "expected roles below 4");
  GroupTraffic huge = group_of(0, 1, 3, 1);
  huge.bytes = {~std::uint64_t{0}, 1, 1};
  EXPECT_INPUT_ERROR(affinity_of(4, {}, {huge}, 0), "more than 2^64");
}

TEST(Groups, AreJudgedOnTreesAsTheirPairsAre) {
  const auto topology = topology::parse_topology("tree:4:3:8@1:5:20");
  const auto& tree = dynamic_cast<const TreeTopology&>(*topology);
  const std::vector<Traffic> pairs = testing::traffic_of(testing::random_affinity(96, 300, 1));
  const std::vector<GroupTraffic> groups = {group_of(0, 1, 96, 4), group_of(5, 2, 40, 7)};
  const Affinity as_pairs = affinity_of(96, pairs, groups), as_groups = affinity_of(96, pairs, groups, 0);
  ASSERT_EQ(as_groups.groups().size(), 2U);
  const Mapping mapping = scattered(96);
  const evaluation::Evaluation expected = evaluation::evaluate(as_pairs, tree, mapping),
                               found = evaluation::evaluate(as_groups, tree, mapping);
  EXPECT_EQ(evaluation::to_string(found.hop_bytes), evaluation::to_string(expected.hop_bytes));
  EXPECT_EQ(evaluation::to_string(found.hop_messages), evaluation::to_string(expected.hop_messages));
  const evaluation::TreeCosts costs = evaluation::assumed_costs(tree);
  const evaluation::Prediction time = evaluation::predict(as_pairs, tree, mapping, costs),
                               other = evaluation::predict(as_groups, tree, mapping, costs);
  EXPECT_NEAR(other.seconds, time.seconds, 1e-9 * time.seconds);
  EXPECT_NEAR(static_cast<double>(other.busiest.bytes), static_cast<double>(time.busiest.bytes), 200);
}

TEST(Groups, AreJudgedElsewhereByAllTheirVolume) {
  const auto torus = topology::parse_topology("torus:8x8x4");
  const Affinity as_pairs = affinity_of(256, {}, {group_of(0, 1, 256, 10)});
  const Affinity as_group = affinity_of(256, {}, {group_of(0, 1, 256, 10)}, 0);
  const auto cost = [&](const Affinity& affinity, const Mapping& mapping) {
    return static_cast<double>(evaluation::evaluate(affinity, *torus, mapping).hop_bytes);
  };
  const Mapping mapping = scattered(256);
  EXPECT_NEAR(cost(as_group, mapping), cost(as_pairs, mapping), 0.1 * cost(as_pairs, mapping));
  Mapping reversed(mapping.rbegin(), mapping.rend());
  EXPECT_EQ(cost(as_group, mapping), cost(as_group, reversed));  // the same places: every order costs the same
}

TEST(Groups, OfAllRolesDoNotMoveTheMapping) {
  const auto tree = topology::parse_topology("tree:8:8");
  std::vector<Traffic> ring;
  for (Role role = 0; role < 64; ++role) ring.push_back({role, (role + 8) % 64, 100, 1});
  const Affinity alone = Affinity::from_traffic(64, ring);
  const Affinity both = affinity_of(64, ring, {group_of(0, 1, 64, 1000)}, 0);
  EXPECT_EQ(mapping::map(both, *tree).mapping, mapping::map(alone, *tree).mapping);
}

TEST(Groups, OfAPartAreKeptTogether) {
  const auto tree = topology::parse_topology("tree:40:4");
  std::vector<GroupTraffic> columns;
  for (Role column = 0; column < 4; ++column) columns.push_back(group_of(column, 4, 40, 10));
  const mapping::MapResult result = mapping::map(affinity_of(160, {}, columns, 0), *tree);
  for (Role role = 4; role < 160; ++role) EXPECT_EQ(result.mapping[role] / 40, result.mapping[role % 4] / 40) << role;
}

TEST(Groups, OfBothRunsAreComparedAsOnePair) {
  const std::vector<Traffic> pairs = {{0, 1, 100, 1}};
  const Affinity before = affinity_of(64, pairs, {group_of(0, 1, 64, 5)}, 0);
  EXPECT_EQ(evaluation::difference(before, before), 0);
  const Affinity twice = affinity_of(64, {{0, 1, 200, 2}}, {group_of(0, 1, 64, 10)}, 0);
  EXPECT_EQ(evaluation::difference(before, twice), 0);
  EXPECT_GT(evaluation::difference(before, affinity_of(64, pairs, {group_of(0, 2, 32, 5)}, 0)), 0.9);
}

}  // namespace
}  // namespace topomorph
