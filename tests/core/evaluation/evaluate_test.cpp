// Evaluation: cases computed by hand, and sums beyond 64 bits.
#include "core/evaluation/evaluate.h"

#include "core/topology/shapes/network.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::evaluation {
namespace {

Affinity tens_of_bytes() {
  return Affinity::from_traffic(4, {{0, 1, 10, 1}, {1, 0, 20, 2}, {0, 2, 5, 3}, {3, 2, 7, 4}, {3, 3, 99, 99}});
}

TEST(Evaluate, AddsUpTrafficTimesDistance) {
  const auto tree = topology::parse_topology("tree:2:2@1:10");
  const Evaluation identity = evaluate(tens_of_bytes(), *tree, {0, 1, 2, 3});
  EXPECT_TRUE(identity.valid);
  EXPECT_EQ(to_string(identity.hop_bytes), "87");     // (10 + 20 + 7) * 1 + 5 * 10
  EXPECT_EQ(to_string(identity.hop_messages), "37");  // (1 + 2 + 4) * 1 + 3 * 10
  ASSERT_EQ(identity.levels.size(), 2U);
  EXPECT_EQ(identity.levels[0].distance, 1U);
  EXPECT_EQ(identity.levels[0].bytes, 37U);
  EXPECT_EQ(identity.levels[1].bytes, 5U);
  EXPECT_EQ(identity.levels[1].messages, 3U);
  EXPECT_EQ(identity.levels[1].name, "level2");
  EXPECT_EQ(to_string(evaluate(tens_of_bytes(), *tree, {0, 2, 1, 3}).hop_bytes), "375");
}

TEST(Evaluate, AgreesWithDistances) {
  const auto tree = topology::parse_topology("tree:3:4:5@2:7:7");
  const Affinity affinity = testing::random_affinity(50, 500, 1);
  Mapping mapping(50);
  for (Role role = 0; role < 50; ++role) mapping[role] = (role * 7) % 60;
  Cost expected = 0;
  for (const Traffic& t : testing::traffic_of(affinity))
    expected += t.bytes * tree->distance(mapping[t.source], mapping[t.destination]);
  EXPECT_EQ(to_string(evaluate(affinity, *tree, mapping).hop_bytes), to_string(expected));
}

class Ring final : public topology::OpaqueTopology {
 public:
  std::uint64_t slots() const override { return 4; }
  std::uint64_t distance(Slot a, Slot b) const override { return std::min((a - b) % 4, (b - a) % 4); }
  std::string describe() const override { return "ring"; }
};

TEST(Evaluate, OtherTopologiesHaveALevelPerDistance) {
  const Evaluation result = evaluate(tens_of_bytes(), Ring(), {0, 2, 1, 3});
  ASSERT_EQ(result.levels.size(), 2U);
  EXPECT_EQ(result.levels[0].distance, 1U);
  EXPECT_EQ(result.levels[0].bytes, 5U);
  EXPECT_EQ(result.levels[1].bytes, 37U);
  EXPECT_EQ(to_string(result.hop_bytes), "79");
}

TEST(Evaluate, SumsHave128Bits) {
  const auto tree = topology::parse_topology("tree:2@18446744073709551615");
  const Affinity affinity = Affinity::from_traffic(2, {{0, 1, 18446744073709551615U, 1}});
  EXPECT_EQ(to_string(evaluate(affinity, *tree, {0, 1}).hop_bytes), "340282366920938463426481119284349108225");
}

TEST(Evaluate, SaysWhyAMappingIsInvalid) {
  const auto tree = topology::parse_topology("tree:2:2");
  EXPECT_FALSE(evaluate(tens_of_bytes(), *tree, {0, 1, 2, 2}).valid);
  EXPECT_EQ(evaluate(tens_of_bytes(), *tree, {0, 1, 2, 2}).problem,
            "found slot 2 a second time, for role 3: expected each slot once");
  EXPECT_EQ(evaluate(tens_of_bytes(), *tree, {0, 1, 2}).problem, "found a mapping of 3 roles, expected 4");
  EXPECT_EQ(evaluate(tens_of_bytes(), *tree, {0, 1, 2, 4}).problem, "found slot 4 for role 3, expected a slot below 4");
}

TEST(Evaluate, WritesCosts) {
  EXPECT_EQ(to_string(Cost{0}), "0");
  EXPECT_EQ(to_string(~Cost{0}), "340282366920938463463374607431768211455");
}

}  // namespace
}  // namespace topomorph::evaluation
