// Tests groups of hosts from noisy costs: two levels, three, none, unequal ones; all pairs and a sample.
#include "core/topology/sources/measured/clustering.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>

#include "tests/core/testing.h"

namespace topomorph::topology {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Cost = std::function<double(std::uint64_t, std::uint64_t)>;

std::vector<MeasuredPair> all_pairs(std::uint64_t hosts, const Cost& cost) {
  std::vector<MeasuredPair> pairs;
  for (std::uint64_t a = 0; a < hosts; ++a) {
    for (std::uint64_t b = a + 1; b < hosts; ++b) pairs.push_back({a, b, cost(a, b)});
  }
  return pairs;
}

/// Changes each cost by up to the fraction `noise`, up or down.
void disturb(std::vector<MeasuredPair>& pairs, double noise, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> part(1 - noise, 1 + noise);
  for (MeasuredPair& pair : pairs) pair.cost *= part(random);
}

/// Host h is in group(h).
Partition partition(std::uint64_t hosts, const std::function<std::uint64_t(std::uint64_t)>& group) {
  Partition result;
  for (std::uint64_t host = 0; host < hosts; ++host) result.push_back(group(host));
  return result;
}

class Noisy : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(Noisy, TwoLevelsAreFound) {
  for (const std::uint64_t size : {2U, 3U, 8U}) {
    const std::uint64_t hosts = 2 * size;
    auto pairs = all_pairs(hosts, [&](auto a, auto b) { return a / size == b / size ? 1.0 : 2.5; });
    disturb(pairs, size == 2 ? 0.05 : 0.15, GetParam());  // in six pairs noise and structure are hard to tell apart
    EXPECT_THAT(find_groups(hosts, pairs), ElementsAre(partition(hosts, [&](auto h) { return h / size; }))) << size;
  }
}

TEST_P(Noisy, ThreeLevelsAreFound) {
  auto pairs = all_pairs(24, [](auto a, auto b) { return a / 4 == b / 4 ? 1.0 : a / 12 == b / 12 ? 1.7 : 4.0; });
  disturb(pairs, 0.1, GetParam());
  EXPECT_THAT(find_groups(24, pairs),
              ElementsAre(partition(24, [](auto h) { return h / 4; }), partition(24, [](auto h) { return h / 12; })));
}

TEST_P(Noisy, WhereThereIsNoStructureNoneIsFound) {
  for (const std::uint64_t hosts : {3U, 4U, 6U, 10U, 32U}) {
    for (const double noise : {0.02, 0.1, 0.3, 0.5}) {
      auto pairs = all_pairs(hosts, [](auto, auto) { return 1e-5; });
      disturb(pairs, noise, GetParam());
      const ClusteringLimits known = {.noise = std::max(0.05, noise / 2)};  // as if each pair is measured twice
      EXPECT_THAT(find_groups(hosts, pairs, known), IsEmpty()) << hosts << " hosts, noise " << noise;
    }
  }
}

TEST_P(Noisy, GroupsMayBeUnequalAndInterleaved) {
  const auto group = [](std::uint64_t h) -> std::uint64_t {
    return h == 5 ? 2 : h % 3 == 1 ? 1 : 0;
  };  // groups of 8, 4 and 1
  auto pairs = all_pairs(13, [&](auto a, auto b) { return group(a) == group(b) ? 1.0 : 3.0; });
  disturb(pairs, 0.15, GetParam());
  EXPECT_THAT(find_groups(13, pairs), ElementsAre(partition(13, [&](auto h) { return group(h); })));
}

TEST_P(Noisy, APartOfThePairsMayBeDisturbedMuch) {
  auto pairs = all_pairs(16, [](auto a, auto b) { return a / 8 == b / 8 ? 1.0 : 2.5; });
  disturb(pairs, 0.1, GetParam());
  std::mt19937_64 random(GetParam());
  for (int i = 0; i < 8; ++i) pairs[random() % pairs.size()].cost *= 20;
  EXPECT_THAT(find_groups(16, pairs), ElementsAre(partition(16, [](auto h) { return h / 8; })));
}

/// A shared uplink disturbs pairs that are measured at the same time.
TEST_P(Noisy, CostsAcrossMayVaryWithTheLoad) {
  std::mt19937_64 random(GetParam());
  std::uniform_real_distribution<double> load(1.5, 4.0);
  auto pairs = all_pairs(10, [&](auto a, auto b) { return a / 5 == b / 5 ? 1.0 : load(random); });
  disturb(pairs, 0.05, GetParam());
  EXPECT_THAT(find_groups(10, pairs), ElementsAre(partition(10, [](auto h) { return h / 5; })));
}

/// Measures for each host its neighbours in number and 16 of the 255 others.
TEST_P(Noisy, ASampleOfThePairsIsEnough) {
  std::mt19937_64 random(GetParam());
  std::vector<std::uint64_t> order(256);
  std::iota(order.begin(), order.end(), 0);
  const auto cost = [](auto a, auto b) { return a / 64 == b / 64 ? 1.0 : 2.0; };
  std::vector<MeasuredPair> pairs;
  for (std::uint64_t host = 0; host < 256; ++host)
    pairs.push_back({host, (host + 1) % 256, cost(host, (host + 1) % 256)});
  for (int round = 0; round < 16; ++round) {
    std::shuffle(order.begin(), order.end(), random);
    for (std::size_t i = 0; i < order.size(); i += 2)
      pairs.push_back({order[i], order[i + 1], cost(order[i], order[i + 1])});
  }
  disturb(pairs, 0.1, GetParam());
  EXPECT_THAT(find_groups(256, pairs), ElementsAre(partition(256, [](auto h) { return h / 64; })));
}

INSTANTIATE_TEST_SUITE_P(Seeds, Noisy, ::testing::Range<std::uint64_t>(1, 21));

TEST(Clustering, ASlowHostIsAGroupOfItsOwn) {
  const auto pairs = all_pairs(8, [](auto a, auto b) { return a == 3 || b == 3 ? 10.0 : 1.0; });
  EXPECT_THAT(find_groups(8, pairs), ElementsAre(partition(8, [](auto h) { return h == 3 ? 1 : 0; })));
}

TEST(Clustering, StepsThatAreSmallOrNoiseMakeNoLevel) {
  const auto pairs = all_pairs(16, [](auto a, auto b) { return a / 8 == b / 8 ? 1.0 : 1.2; });
  EXPECT_THAT(find_groups(16, pairs), IsEmpty());
  EXPECT_EQ(find_groups(16, pairs, {.noise = 0.01, .least_step = 1.1}).size(), 1U);
}

TEST(Clustering, FewHostsAndFewPairsHaveNoGroups) {
  EXPECT_THAT(find_groups(0, {}), IsEmpty());
  EXPECT_THAT(find_groups(1, {}), IsEmpty());
  EXPECT_THAT(find_groups(2, all_pairs(2, [](auto, auto) { return 1.0; })), IsEmpty());
  EXPECT_THAT(find_groups(4, std::vector<MeasuredPair>{{0, 1, 1.0}}), IsEmpty());
}

TEST(Dendrogram, PutsTheNearestTogetherFirst) {
  const Dendrogram tree(4, all_pairs(4, [](auto a, auto b) { return a / 2 == b / 2 ? 1.0 + 0.1 * double(a) : 5.0; }));
  ASSERT_EQ(tree.merges().size(), 3U);
  EXPECT_THAT(tree.after(0), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(tree.after(1), ElementsAre(0, 0, 1, 2));
  EXPECT_THAT(tree.after(2), ElementsAre(0, 0, 1, 1));
  EXPECT_THAT(tree.after(3), ElementsAre(0, 0, 0, 0));
  EXPECT_EQ(tree.merges()[2].values.size(), 4U) << "all pairs across";
}

TEST(Partitions, NestOrCross) {
  EXPECT_TRUE(is_nested({0, 0, 1, 1}, {0, 0, 1, 2}));
  EXPECT_TRUE(is_nested({0, 1, 2, 3}, {0, 0, 0, 0}));
  EXPECT_FALSE(is_nested({0, 0, 1, 1}, {0, 1, 0, 1}));
  EXPECT_FALSE(is_nested({0, 0, 1, 1}, {0, 1, 1, 1}));
}

TEST(Partitions, OfTwoHierarchiesComesOne) {
  const std::vector<Partition> bandwidth = {{0, 0, 0, 1, 1, 1}};
  const std::vector<Partition> latency = {{0, 0, 1, 2, 2, 2}, {0, 0, 0, 1, 1, 1}, {0, 1, 0, 1, 0, 1}};
  EXPECT_THAT(nested_union(bandwidth, latency), ElementsAre(Partition{0, 0, 1, 2, 2, 2}, Partition{0, 0, 0, 1, 1, 1}));
}

}  // namespace
}  // namespace topomorph::topology
