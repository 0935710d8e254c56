// TopoMatch as published: its ways of grouping, its constraints, oversubscription.
#include "core/mapping/published/topomatch.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/mapping/published/buckets.h"
#include "core/mapping/published/greedy_partition.h"
#include "core/mapping/published/kneser.h"
#include "core/metrics/evaluate.h"
#include "core/topology/spec.h"

namespace topomorph {
namespace {

constexpr EdgeWeight kLargestSum = EdgeWeight{1} << 40;

/// Roles in cliques of `size` (volume 100), the members of a clique far apart in number; neighbours by number talk a
/// little (volume 1).
Affinity cliques(std::uint64_t roles, std::uint64_t size) {
  std::vector<Traffic> traffic;
  const std::uint64_t stride = roles / size;
  for (Role a = 0; a < roles; ++a) {
    for (Role b = a + stride; b < roles; b += stride) traffic.push_back({a, b, 100, 1});
    if (a + 1 < roles) traffic.push_back({a, a + 1, 1, 1});
  }
  return Affinity::from_traffic(roles, traffic);
}

Graph graph_of(const Affinity& affinity) {
  return scaled_graph(affinity, Weight::Bytes, affinity.roles(), kLargestSum);
}

void expect_cliques(const std::vector<std::vector<Vertex>>& groups, std::uint64_t roles, std::uint64_t size) {
  ASSERT_EQ(groups.size(), roles / size);
  for (const auto& group : groups) {
    ASSERT_EQ(group.size(), size);
    std::set<std::uint64_t> clique;
    for (const Vertex v : group) clique.insert(v % (roles / size));
    EXPECT_EQ(clique.size(), 1U);
  }
}

TEST(TopoMatch, CountsCombinations) {
  EXPECT_EQ(combinations(12, 2, 1000), 66U);
  EXPECT_EQ(combinations(6, 3, 1000), 20U);  // figure 2 of the paper
  EXPECT_EQ(combinations(1000, 500, 30000), 30001U);
  EXPECT_EQ(combinations(2, 3, 10), 0U);
}

/// Every branch of algorithm 1 finds groups that are plain to see: all candidates, buckets, ten greedy ones, parts.
class Branches : public ::testing::TestWithParam<std::pair<std::uint64_t, std::uint64_t>> {};

TEST_P(Branches, FindGroups) {
  const auto [roles, size] = GetParam();
  Random random(1);
  expect_cliques(topomatch_groups(graph_of(cliques(roles, size)), size, kTopoMatchThreshold, random), roles, size);
  expect_cliques(topomatch_groups(graph_of(cliques(roles, size)), size, 0, random), roles, size);
}
INSTANTIATE_TEST_SUITE_P(TopoMatch, Branches,
                         ::testing::Values(std::pair{16, 2}, std::pair{16, 4}, std::pair{12, 3}, std::pair{512, 2},
                                           std::pair{512, 4}));

TEST(TopoMatch, ExhaustiveSearchIsNotWorseThanRoundRobin) {
  const Graph graph = graph_of(cliques(12, 3));
  const auto outside = [&](const std::vector<std::vector<Vertex>>& groups) {
    std::vector<Vertex> of(12);
    for (Vertex g = 0; g < groups.size(); ++g) {
      for (const Vertex v : groups[g]) of[v] = g;
    }
    EdgeWeight sum = 0;
    for (Vertex v = 0; v < 12; ++v) {
      for (const Edge& edge : graph.row(v)) sum += of[v] != of[edge.to] ? edge.weight : 0;
    }
    return sum;
  };
  EXPECT_LT(outside(best_independent_groups(graph, 3)), outside({{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {9, 10, 11}}));
}

TEST(TopoMatch, BucketsGiveTheMatchingOfTheFullSort) {
  Random numbers(3);
  std::vector<Traffic> traffic;
  for (Role a = 0; a < 64; ++a) {
    for (Role b = a + 1; b < 64; ++b) {
      const std::uint64_t partner = b == (a ^ 1) ? std::uint64_t{1} << 30 : 0;  // found in the first bucket
      traffic.push_back({a, b, partner + 1 + numbers.below(1U << 30), 1});
    }
  }
  const Graph graph = graph_of(Affinity::from_traffic(64, traffic));
  BucketStatistics lazy, full;
  Random random(1);
  EXPECT_EQ(bucket_matching(graph, random, 0, lazy), bucket_matching(graph, random, 1, full));
  EXPECT_EQ(lazy.buckets, 4U);  // the largest power of two not above log2(64)
  EXPECT_EQ(full.sorted_elements, 64U * 63 / 2);
  EXPECT_LT(lazy.sorted_elements, full.sorted_elements);
}

TEST(TopoMatch, GreedyPartsHaveTheSizesAskedFor) {
  Random random(1);
  const std::vector<std::size_t> sizes = {5, 0, 3, 8};
  const auto part = greedy_partition(graph_of(cliques(16, 4)), sizes, 2, random);
  for (Vertex p = 0; p < 4; ++p) EXPECT_EQ(std::count(part.begin(), part.end(), p), static_cast<long>(sizes[p])) << p;
}

MapOptions with(const char* algorithm) {
  MapOptions options;
  options.algorithm = algorithm;
  return options;
}

TEST(TopoMatch, CliquesComeOnHostsOfTheirOwn) {
  const Affinity affinity = cliques(64, 4);
  const auto tree = parse_topology("tree:4:16@1:10");
  const MapResult result = map(affinity, *tree, with("topomatch"));
  EXPECT_EQ(result.algorithm, "topomatch");
  EXPECT_EQ(evaluate(affinity, *tree, result.mapping).levels[1].bytes, 63U);  // of the chain of neighbours
}

TEST(TopoMatch, UnequalHostsAreFilledFromTheTop) {
  const TreeTopology tree({{"host", 1, {0, 4, 6, 12}}, {"cluster", 10, {0, 12}}});
  const MapResult result = map(cliques(12, 2), tree, with("topomatch"));
  EXPECT_NO_THROW(check_mapping(result.mapping, 12, 12));
  EXPECT_LT(evaluate(cliques(12, 2), tree, result.mapping).levels[1].bytes, 6 * 100U);
}

TEST(TopoMatch, SeveralRolesShareASlot) {
  MapOptions options = with("topomatch");
  options.sharing.roles_per_slot = 2;
  const Affinity affinity = cliques(16, 2);
  const auto tree = parse_topology("tree:4:2@1:10");
  const MapResult result = map(affinity, *tree, options);
  EXPECT_NO_THROW(check_mapping(result.mapping, 16, 8, 2));
  for (Role role = 0; role < 8; ++role) EXPECT_EQ(result.mapping[role], result.mapping[role + 8]) << role;
}

TEST(TopoMatch, FewerRolesThanSlots) {
  const Affinity affinity = cliques(8, 4);
  const auto tree = parse_topology("tree:4:16@1:10");
  const MapResult result = map(affinity, *tree, with("topomatch"));
  EXPECT_NO_THROW(check_mapping(result.mapping, 8, 64));
  EXPECT_LE(evaluate(affinity, *tree, result.mapping).levels[1].bytes, 7U);
}

}  // namespace
}  // namespace topomorph
