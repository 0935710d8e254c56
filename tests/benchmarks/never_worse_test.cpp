// Auto is never worse than any named algorithm, and more effort never worse than less: on problems of the generator.
#include <algorithm>
#include <chrono>
#include <ostream>

#include "core/evaluation/evaluate.h"
#include "core/mapping/portfolio/map.h"
#include "core/mapping/portfolio/registry.h"
#include "tests/benchmarks/drawn_problems.h"
#include "tests/core/testing.h"

namespace topomorph::benchmarks {
namespace {

using mapping::MapOptions;
using mapping::Preset;

/// A cost that prints.
struct Judged {
  Cost cost = 0;
  bool operator<=(const Judged& other) const { return cost <= other.cost; }
};

void PrintTo(const Judged& judged, std::ostream* out) { *out << evaluation::to_string(judged.cost); }

/// Every family of affinities and every kind of topology once or twice; fewer with sanitizers, where a problem takes
/// more than ten times as long.
class Drawn : public ::testing::TestWithParam<std::uint64_t> {
 protected:
  static constexpr std::uint64_t kMostSlotsOfMpipp = 128;  // beyond, it takes longer than all others together

  Drawn() { options_.grid = problem_.grid; }

  /// Checks the mapping, too.
  Judged by(const std::string& algorithm, Preset preset = Preset::Default) {
    options_.algorithm = algorithm;
    options_.preset = preset;
    const mapping::MapResult result = mapping::map(problem_.affinity, *problem_.topology, options_);
    const auto judged = evaluation::evaluate(problem_.affinity, *problem_.topology, result.mapping);
    EXPECT_TRUE(judged.valid) << judged.problem;
    EXPECT_EQ(evaluation::to_string(judged.hop_bytes), evaluation::to_string(result.cost)) << algorithm;
    return {judged.hop_bytes};
  }

  bool takes(const mapping::RegisteredAlgorithm& algorithm) const {
    if (algorithm.needs_tree && as_tree(*problem_.topology) == nullptr) return false;
    if (algorithm.needs_grid && !options_.grid) return false;
    return algorithm.about.name != "mpipp" || problem_.topology->slots() <= kMostSlotsOfMpipp;
  }

  DrawnProblem problem_ = drawn_problem(GetParam());
  MapOptions options_;
};

TEST_P(Drawn, AutoIsNeverWorseThanAnyAlgorithm) {
  SCOPED_TRACE(problem_.name());
  const Judged of_auto = by("auto");
  std::size_t tried = 0;
  for (const mapping::RegisteredAlgorithm& algorithm : mapping::registered_algorithms()) {
    if (!takes(algorithm)) continue;
    try {
      EXPECT_LE(of_auto, by(algorithm.about.name)) << algorithm.about.name;
      ++tried;
    } catch (const InputError&) {  // the algorithm refuses so many roles
    }
  }
  EXPECT_GE(tried, 10U);
}

TEST_P(Drawn, FastIsNoWorseThanTheLaunchersOrderAndNoBetterThanDefault) {
  SCOPED_TRACE(problem_.name());
  const Judged in_order = by("identity"), at_random = by("random");
  options_.launcher_order = mapping::map(problem_.affinity, *problem_.topology, options_).mapping;  // "random", too
  const Judged fast = by("auto", Preset::Fast);
  EXPECT_LE(fast, in_order);
  EXPECT_LE(fast, at_random);
  EXPECT_LE(by("auto"), fast);
}

/// The limit is far above preset default's time here: one in the middle of default's part of the search would cut it.
class DrawnForBest : public Drawn {};

TEST_P(DrawnForBest, IsNoWorseThanDefault) {
  if (testing::kSanitized) GTEST_SKIP() << "takes minutes with sanitizers";
  SCOPED_TRACE(problem_.name());
  const auto start = std::chrono::steady_clock::now();
  const Judged usual = by("auto");
  const std::chrono::duration<double> of_default = std::chrono::steady_clock::now() - start;
  options_.time_limit = std::max(4.0, 10 * of_default.count());
  EXPECT_LE(by("auto", Preset::Best), usual);
}

INSTANTIATE_TEST_SUITE_P(Problems, Drawn,
                         ::testing::Range<std::uint64_t>(0, kFamilies* kKinds, testing::kSanitized ? 40 : 9));
INSTANTIATE_TEST_SUITE_P(Problems, DrawnForBest, ::testing::Range<std::uint64_t>(0, kFamilies* kKinds, 37));

}  // namespace
}  // namespace topomorph::benchmarks
