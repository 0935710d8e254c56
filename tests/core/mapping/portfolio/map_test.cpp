// The entry to all mappings: what holds for every result.
#include "core/mapping/portfolio/map.h"

#include <algorithm>
#include <ctime>

#include "core/evaluation/evaluate.h"
#include "core/mapping/problem/problem.h"
#include "core/model/tree.h"
#include "core/topology/shapes/network.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

using testing::random_affinity;

TreeTopology irregular_tree() {
  return TreeTopology({{"core", 1, {0, 3, 4, 9, 11, 17}}, {"package", 5, {0, 4, 11, 17}}, {"host", 50, {0, 17}}});
}

TEST(Map, IsValidAndNeverWorseThanTheGivenOrders) {
  const TreeTopology tree = irregular_tree();
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const std::uint64_t roles = 1 + seed % 17;
    const Affinity affinity = random_affinity(roles, seed % 40, seed);
    MapOptions options;
    options.algorithm = "random";
    options.seed = seed;
    const Mapping launcher = map(affinity, tree, options).mapping;
    options.algorithm = "auto";
    options.launcher_order = launcher;
    options.time_limit = 0.1;  // for the preset best, which uses it up
    options.preset = seed % 3 == 0 ? Preset::Fast : seed % 3 == 1 ? Preset::Default : Preset::Best;
    const MapResult result = map(affinity, tree, options);
    const evaluation::Evaluation judged = evaluation::evaluate(affinity, tree, result.mapping);
    ASSERT_TRUE(judged.valid) << judged.problem;
    EXPECT_EQ(evaluation::to_string(judged.hop_bytes), evaluation::to_string(result.cost));
    EXPECT_LE(result.cost, evaluation::evaluate(affinity, tree, identity_mapping(roles)).hop_bytes) << seed;
    EXPECT_LE(result.cost, evaluation::evaluate(affinity, tree, launcher).hop_bytes) << seed;
  }
}

TEST(Map, IsTheSameForAnyNumberOfThreads) {
  const auto tree = topology::parse_topology("tree:4:4:8@1:10:100");
  const Affinity affinity = random_affinity(128, 600, 3);
  MapOptions options;
  const MapResult first = map(affinity, *tree, options);
  EXPECT_EQ(map(affinity, *tree, options).mapping, first.mapping);
  for (const unsigned threads : {2U, 5U, 0U}) {
    options.threads = threads;
    EXPECT_EQ(map(affinity, *tree, options).mapping, first.mapping) << threads;
  }
}

TEST(Map, FollowsTheWeight) {
  // bytes tie 0 to 1 and 2 to 3, messages tie 0 to 2 and 1 to 3
  const Affinity affinity = Affinity::from_traffic(4, {{0, 1, 100, 1}, {2, 3, 100, 1}, {0, 2, 1, 100}, {1, 3, 1, 100}});
  const auto tree = topology::parse_topology("tree:2:2@1:10");
  MapOptions options;
  const MapResult by_bytes = map(affinity, *tree, options);
  EXPECT_EQ(by_bytes.mapping[0] / 2, by_bytes.mapping[1] / 2);
  options.weight = Weight::Messages;
  const MapResult by_messages = map(affinity, *tree, options);
  EXPECT_EQ(by_messages.mapping[0] / 2, by_messages.mapping[2] / 2);
  EXPECT_EQ(evaluation::to_string(by_messages.cost), "220");
}

TEST(Map, PutsFewRolesOnOneHost) {
  const auto tree = topology::parse_topology("tree:4:4:8@1:10:100");
  const Affinity affinity = random_affinity(13, 60, 1);
  const MapResult result = map(affinity, *tree, {});
  const evaluation::Evaluation judged = evaluation::evaluate(affinity, *tree, result.mapping);
  EXPECT_TRUE(judged.valid);
  EXPECT_EQ(judged.levels[2].bytes, 0U);
}

TEST(Map, ChoosesTheHostThatFits) {
  // hosts of 2, 3 and 6 slots; a clique of 3
  const TreeTopology tree({{"host", 1, {0, 2, 5, 11}}, {"cluster", 10, {0, 11}}});
  const Affinity affinity = Affinity::from_traffic(3, {{0, 1, 1, 1}, {1, 2, 1, 1}, {2, 0, 1, 1}});
  EXPECT_EQ(evaluation::to_string(map(affinity, tree, {}).cost), "3");
}

TEST(Map, TakesHugeVolumesAndDistances) {
  const auto tree = topology::parse_topology("tree:2:2@1:18446744073709551615");
  const std::uint64_t large = std::uint64_t{1} << 62;
  const Affinity affinity = Affinity::from_traffic(4, {{0, 3, large, 1}, {1, 2, large, 1}, {0, 1, 1, 1}});
  const MapResult result = map(affinity, *tree, {});
  EXPECT_EQ(evaluation::to_string(result.cost), evaluation::to_string(Cost{2} * large + 18446744073709551615U));
}

TEST(Map, RespectsItsTimeLimit) {
  const auto tree = topology::parse_topology("tree:16:16:64@1:10:100");
  const Affinity affinity = random_affinity(16384, 200000, 1);
  MapOptions options;
  options.preset = Preset::Best;
  options.time_limit = 0.05;
  const std::clock_t start = std::clock();  // CPU time: other programs on the machine do not count
  const MapResult result = map(affinity, *tree, options);
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  EXPECT_TRUE(evaluation::evaluate(affinity, *tree, result.mapping).valid);
  EXPECT_LT(seconds, 5.0) << "one step may take long, all of them may not";
}

TEST(Map, ExplicitOrdersAreAsAsked) {
  const auto tree = topology::parse_topology("tree:2:2@1:10");
  const Affinity affinity = Affinity::from_traffic(4, {{0, 3, 5, 1}, {1, 2, 5, 1}});
  MapOptions options;
  options.algorithm = "identity";
  EXPECT_EQ(map(affinity, *tree, options).mapping, identity_mapping(4));
  options.algorithm = "random";
  options.seed = 4;
  const Mapping random = map(affinity, *tree, options).mapping;
  options.seed = 5;
  EXPECT_NE(map(affinity, *tree, options).mapping, random);
}

class Line final : public topology::OpaqueTopology {
 public:
  std::uint64_t slots() const override { return 4; }
  std::uint64_t distance(Slot a, Slot b) const override { return a > b ? a - b : b - a; }
  std::string describe() const override { return "line"; }
};

TEST(Map, RefusesWhatItCannotDo) {
  const auto tree = topology::parse_topology("tree:2:2");
  const Affinity affinity = random_affinity(4, 6, 1);
  MapOptions options;
  EXPECT_INPUT_ERROR(map(Affinity(), *tree, options), "without roles");
  EXPECT_INPUT_ERROR(map(random_affinity(5, 6, 1), *tree, options), "found 5 roles for 4 slots");
  options.algorithm = "magic";
  EXPECT_INPUT_ERROR(map(affinity, *tree, options),
                     "unknown mapping algorithm \"magic\", expected one of auto, identity");
  options.algorithm = "multisection";
  EXPECT_INPUT_ERROR(map(affinity, Line(), options), "needs a tree topology");
  options.algorithm = "auto";
  EXPECT_TRUE(evaluation::evaluate(affinity, Line(), map(affinity, Line(), options).mapping).valid);
  options.launcher_order = Mapping{0, 1, 2};
  EXPECT_INPUT_ERROR(map(affinity, *tree, options), "found a mapping of 3 roles");
  options.launcher_order.reset();
  options.pinned = {{4, 0}};
  EXPECT_INPUT_ERROR(map(affinity, *tree, options), "found role 4 pinned to slot 0");
  options.pinned = {{1, 0}, {2, 0}};
  EXPECT_INPUT_ERROR(map(affinity, *tree, options), "pinned twice");
}

}  // namespace
}  // namespace topomorph::mapping
