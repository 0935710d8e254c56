// Trials of auto: parts that are due, and mappings without one of them.
#include "core/mapping/problem/trial.h"

#include "core/mapping/portfolio/map.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

struct TrialCase {
  const char* topology;
  std::uint64_t roles, roles_per_slot;
  std::vector<std::string> expected;  ///< some of the parts that are due
};

void PrintTo(const TrialCase& that, std::ostream* out) { *out << that.topology << ' ' << that.roles; }

class TrialOfAuto : public ::testing::TestWithParam<TrialCase> {};

TEST_P(TrialOfAuto, EveryPartMayBeLeftOut) {
  const auto topology = topology::parse_topology(GetParam().topology);
  const Affinity affinity = testing::random_affinity(GetParam().roles, 4 * GetParam().roles, 3);
  MapOptions options;
  options.sharing.roles_per_slot = GetParam().roles_per_slot;
  const MapResult usual = map(affinity, *topology, options);
  Trial whole;
  options.trial = &whole;
  EXPECT_EQ(map(affinity, *topology, options).mapping, usual.mapping);
  for (const std::string& part : GetParam().expected) EXPECT_TRUE(whole.due.contains(part)) << part;
  for (const std::string& part : whole.due) {
    if (part == "identity" || part == "balanced" || part == "chosen") continue;
    Trial without{.without = {part}, .due = {}};
    options.trial = &without;
    const MapResult found = map(affinity, *topology, options);
    EXPECT_EQ(found.mapping.size(), affinity.roles()) << part;
    EXPECT_TRUE(without.due.contains(part));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, TrialOfAuto,
    ::testing::Values(
        TrialCase{"tree:4:2:2@1:5:20", 16, 1, {"known-orders", "multisection", "group-swaps", "annealing-of-few"}},
        TrialCase{"tree:2:2:4@1:5:20", 9, 1, {"room", "free-slots", "networks"}},
        TrialCase{"tree:2:2:2@1:5:20", 14, 2, {"places", "shared-slots"}},
        TrialCase{"torus:4x4", 15, 1, {"dual-bisection", "rcm", "descent", "annealing", "fast-too"}}));

TEST(TrialOfAuto, TheOrderOfOneStepIsFoundByItAlone) {
  const auto topology = topology::parse_topology("tree:4:4@1:10");
  const Affinity affinity = testing::random_affinity(16, 60, 5);
  Trial without{.without = {"known-orders", "annealing-of-few"}, .due = {}};
  MapOptions options;
  options.trial = &without;
  EXPECT_EQ(map(affinity, *topology, options).algorithm, "multisection");
}

}  // namespace
}  // namespace topomorph::mapping
