// Tests of TopoMatch's grouping: all candidates in three orders, buckets, ten greedy groups, partitions.
#include "core/mapping/baselines/topomatch_groups.h"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/mapping/baselines/buckets.h"
#include "core/mapping/baselines/kneser.h"
#include "core/mapping/baselines/topomatch_partition.h"
#include "tests/core/mapping/baselines/cliques.h"
#include "tests/core/mapping/graphs.h"

namespace topomorph::mapping {
namespace {

void expect_cliques(const ElementGroups& groups, std::uint64_t roles, std::uint64_t size) {
  ASSERT_EQ(groups.size(), roles / size);
  for (const auto& group : groups) {
    ASSERT_EQ(group.size(), size);
    std::set<std::uint64_t> clique;
    for (const Vertex v : group) clique.insert(v % (roles / size));
    EXPECT_EQ(clique.size(), 1U);
  }
}

EdgeWeight outside(const Graph& graph, const ElementGroups& groups) {
  std::vector<Vertex> of(graph.vertices());
  for (Vertex g = 0; g < groups.size(); ++g) {
    for (const Vertex v : groups[g]) of[v] = g;
  }
  EdgeWeight sum = 0;
  for (Vertex v = 0; v < graph.vertices(); ++v) {
    for (const Edge& edge : graph.row(v)) sum += of[v] != of[edge.to] ? edge.weight : 0;
  }
  return sum;
}

TopoMatchContext with_tau(std::uint64_t tau) {
  TopoMatchContext context{{}, Random(1), Deadline({})};
  context.options.threshold = tau;
  return context;
}

TEST(TopoMatchGroups, CountsCombinations) {
  EXPECT_EQ(combinations(12, 2, 1000), 66U);
  EXPECT_EQ(combinations(6, 3, 1000), 20U);  // [Jeannot 2022, figure 2]
  EXPECT_EQ(combinations(1000, 500, 30000), 30001U);
  EXPECT_EQ(combinations(2, 3, 10), 0U);
}

/// Every branch of algorithm 1 finds obvious groups: all candidates, buckets, ten greedy ones, parts.
class Branches : public ::testing::TestWithParam<std::pair<std::uint64_t, std::uint64_t>> {};

TEST_P(Branches, FindGroups) {
  const auto [roles, size] = GetParam();
  for (const std::uint64_t tau : {kTopoMatchThreshold, std::uint64_t{0}}) {
    TopoMatchContext context = with_tau(tau);
    expect_cliques(topomatch_groups(graph_of(cliques(roles, size)), size, context), roles, size);
  }
}
INSTANTIATE_TEST_SUITE_P(TopoMatch, Branches,
                         ::testing::Values(std::pair{16, 2}, std::pair{16, 4}, std::pair{12, 3}, std::pair{512, 2},
                                           std::pair{512, 4}));

/// 246 elements have 30 135 pairs, 244 have 29 646: just above and just below the threshold.
TEST(TopoMatchGroups, PairsAboveTheThresholdComeFromBuckets) {
  for (const std::uint64_t roles : {244U, 246U}) {
    const Graph graph = graph_of(testing::random_affinity(roles, 2000, 5));
    TopoMatchContext context = with_tau(kTopoMatchThreshold), same = context;
    const ElementGroups found = topomatch_groups(graph, 2, context);
    ElementGroups buckets;
    BucketStatistics statistics;
    for (const auto& [a, b] : bucket_matching(graph, same.random, 0, statistics)) buckets.push_back({a, b});
    EXPECT_EQ(found == buckets, roles == 246U) << roles;
    EXPECT_EQ(found == best_independent_groups(graph, 2), roles == 244U) << roles;
  }
}

TEST(TopoMatchGroups, MoreThanFiveAreParted) {
  const Graph graph = graph_of(cliques(96, 6));
  TopoMatchContext greedy = with_tau(kTopoMatchThreshold), scotch = with_tau(kTopoMatchThreshold);
  scotch.options.partitioner = TopoMatchOptions::Partitioner::Scotch;
  EdgeWeight all = 0;
  for (const Edge& edge : graph.edges) all += edge.weight;
  for (TopoMatchContext* context : {&greedy, &scotch}) {
    const ElementGroups groups = topomatch_groups(graph, 6, *context);
    ASSERT_EQ(groups.size(), 16U);
    for (const auto& group : groups) EXPECT_EQ(group.size(), 6U);
    EXPECT_LT(outside(graph, groups), all / 2);
  }
}

TEST(TopoMatchGroups, OfAKneserGraphHaveWeightedDegrees) {
  const Graph graph = graph_of(testing::random_affinity(9, 20, 7));
  for (const std::size_t arity : {1U, 2U, 3U, 4U, 9U}) {
    const CandidateGroups all(graph, arity);
    for (std::size_t i = 0; i < all.size(); ++i) {
      double sum = 0, count = 0;
      for (std::size_t j = 0; j < all.size(); ++j) {
        const auto a = all.elements(i), b = all.elements(j);
        if (i == j || std::find_first_of(a.begin(), a.end(), b.begin(), b.end()) == a.end()) continue;
        sum += static_cast<double>(all.outside(j));
        ++count;
      }
      EXPECT_DOUBLE_EQ(all.weighted_degree(i), count == 0 ? 0 : sum / count) << arity << " " << i;
    }
  }
}

TEST(TopoMatchGroups, ThreeOrdersSortWhatTheyAreNamedAfter) {
  const CandidateGroups all(graph_of(testing::random_affinity(12, 40, 2)), 3);
  const auto expect_sorted = [&](GroupOrder by, auto key) {
    const auto order = all.ordered(by);
    ASSERT_EQ(order.size(), 220U);
    EXPECT_TRUE(std::is_sorted(order.begin(), order.end(), [&](auto a, auto b) { return key(a) < key(b); }));
    EXPECT_EQ(std::set<std::uint32_t>(order.begin(), order.end()).size(), 220U);
  };
  expect_sorted(GroupOrder::OutsideAscending, [&](auto i) { return static_cast<double>(all.outside(i)); });
  expect_sorted(GroupOrder::OutsideDescending, [&](auto i) { return -static_cast<double>(all.outside(i)); });
  expect_sorted(GroupOrder::WeightedDegree, [&](auto i) { return -all.weighted_degree(i); });
}

/// The first and the third order each find the best groups of some graph. The second, which begins with the worst
/// groups, is published and never does. The result is as good as that of the best order.
TEST(TopoMatchGroups, OrdersAreTheBestOfSomeGraph) {
  std::set<GroupOrder> winners;
  for (std::uint64_t seed = 1; seed < 60; ++seed) {
    const Graph graph = graph_of(testing::random_affinity(12, 24, seed));
    const CandidateGroups all(graph, 3);
    std::vector<std::pair<EdgeWeight, GroupOrder>> found;
    for (const GroupOrder by :
         {GroupOrder::OutsideAscending, GroupOrder::OutsideDescending, GroupOrder::WeightedDegree}) {
      const IndependentGroups groups = all.taken(all.ordered(by), 0);
      EXPECT_EQ(groups.groups.size(), 4U);
      EXPECT_EQ(groups.outside, outside(graph, groups.groups));
      found.emplace_back(groups.outside, by);
    }
    std::sort(found.begin(), found.end());
    if (found[0].first < found[1].first) winners.insert(found[0].second);
    EXPECT_LE(outside(graph, best_independent_groups(graph, 3)), found[0].first) << seed;
  }
  EXPECT_EQ(winners, (std::set{GroupOrder::OutsideAscending, GroupOrder::WeightedDegree}));
}

TEST(TopoMatchGroups, ExhaustiveSearchIsNotWorseThanRoundRobin) {
  const Graph graph = graph_of(cliques(12, 3));
  EXPECT_LT(outside(graph, best_independent_groups(graph, 3)),
            outside(graph, {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {9, 10, 11}}));
  const Graph silent = graph_of(Affinity::from_traffic(6, {}));  // without traffic: round robin
  EXPECT_EQ(best_independent_groups(silent, 2), (ElementGroups{{0, 1}, {2, 3}, {4, 5}}));
}

/// A larger threshold lists as many groups as there are; a list that would fill the memory is refused.
TEST(TopoMatchGroups, ListsAreAsLongAsTheThresholdAllows) {
  TopoMatchContext context = with_tau(kMostCandidateGroups);
  expect_cliques(topomatch_groups(graph_of(cliques(600, 2)), 2, context), 600, 2);  // 179 700 pairs
  EXPECT_THROW(CandidateGroups(graph_of(cliques(64, 8)), 8), InputError);
}

TEST(TopoMatchGroups, BucketsGiveTheMatchingOfTheFullSort) {
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
  EXPECT_EQ(lazy.buckets, 4U);
  EXPECT_EQ(full.sorted_elements, 64U * 63 / 2);
  EXPECT_LT(lazy.sorted_elements, full.sorted_elements);
}

/// If no pair stands out, all buckets are needed: the last pair may be any pair. Matched vertices are not sorted.
TEST(TopoMatchGroups, BucketsOfUniformAffinities) {
  Random numbers(3);
  std::vector<Traffic> traffic;
  for (Role a = 0; a < 256; ++a) {
    for (Role b = a + 1; b < 256; ++b) traffic.push_back({a, b, 1 + numbers.below(1U << 20), 1});
  }
  const Graph graph = graph_of(Affinity::from_traffic(256, traffic));
  BucketStatistics lazy, full;
  Random random(1);
  EXPECT_EQ(bucket_matching(graph, random, 0, lazy), bucket_matching(graph, random, 1, full));
  EXPECT_EQ(lazy.buckets, 8U);
  EXPECT_GT(lazy.buckets_used, 2U);
  EXPECT_LT(lazy.sorted_elements, full.sorted_elements / 4);
}

/// Table 1 of [Jeannot 2022].
TEST(TopoMatchGroups, NumberOfBuckets) {
  for (const auto& [vertices, buckets] : {std::pair(4096, 8U), {8192, 8U}, {16384, 8U}, {32768, 16U}}) {
    Graph graph;
    graph.begin.assign(static_cast<std::size_t>(vertices) + 1, 0);
    BucketStatistics statistics;
    Random random(1);
    EXPECT_EQ(bucket_matching(graph, random, 0, statistics).size(), static_cast<std::size_t>(vertices) / 2);
    EXPECT_EQ(statistics.buckets, buckets) << vertices;
  }
}

/// Scotch fails if it takes longer than a look at the deadline, which has passed.
TEST(TopoMatchGroups, GreedyTakesOverWhereScotchFails) {
  const Graph graph = graph_of(testing::random_affinity(1200, 60000, 3));
  const std::vector<std::size_t> sizes(200, 6);
  const auto parts_by = [&](TopoMatchOptions::Partitioner partitioner) {
    TopoMatchContext context{{.partitioner = partitioner}, Random(1), Deadline(0.0)};
    return topomatch_parts(graph, sizes, context);
  };
  EXPECT_THROW(parts_by(TopoMatchOptions::Partitioner::Scotch), InputError);
  const ElementGroups parts = parts_by(TopoMatchOptions::Partitioner::Available);
  ASSERT_EQ(parts.size(), 200U);
  for (const auto& part : parts) EXPECT_EQ(part.size(), 6U);
}

TEST(TopoMatchGroups, PartsHaveTheSizesAskedFor) {
  const Graph graph = graph_of(cliques(16, 4));
  const std::vector<std::size_t> sizes = {5, 0, 3, 8};
  Random random(1);
  for (const auto& part :
       {greedy_partition(graph, sizes, 2, random), scotch_partition(graph, sizes, 1, Deadline({}))}) {
    for (Vertex p = 0; p < 4; ++p) EXPECT_EQ(std::count(part.begin(), part.end(), p), static_cast<long>(sizes[p])) << p;
  }
}

TEST(TopoMatchGroups, BalancingMovesThoseThatLoseLeast) {
  const Graph graph = graph_of(cliques(12, 3));  // {0, 4, 8}, {1, 5, 9}, ...
  const std::vector<std::size_t> sizes = {6, 6};
  std::vector<Vertex> part = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};  // three cliques in part 0, one in part 1
  balance_parts(graph, sizes, part);
  EXPECT_EQ(std::count(part.begin(), part.end(), 1U), 6);
  std::set<Vertex> moved;
  for (const Vertex v : {0U, 1U, 2U, 4U, 5U, 6U, 8U, 9U, 10U}) {
    if (part[v] == 1) moved.insert(v % 4);
  }
  EXPECT_EQ(moved.size(), 1U);  // a whole clique: once a vertex has moved, the others of its clique gain most
}

}  // namespace
}  // namespace topomorph::mapping
