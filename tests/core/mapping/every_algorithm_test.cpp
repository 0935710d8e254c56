// What holds for every registered algorithm, and for auto beside them.
#include "core/mapping/cartesian/spec.h"
#include "core/mapping/registry.h"
#include "core/metrics/evaluate.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph {
namespace {

struct Case {
  const char* topology;
  std::uint64_t roles;  // 16: a grid of 4 x 4 as well
};

void PrintTo(const Case& that, std::ostream* out) { *out << that.topology << ' ' << that.roles; }

class EveryAlgorithm : public ::testing::TestWithParam<Case> {
 protected:
  std::shared_ptr<const Topology> topology_ = parse_topology(GetParam().topology);
  MapOptions options_;

  bool takes(const RegisteredAlgorithm& algorithm) const {
    const bool tree = dynamic_cast<const TreeTopology*>(topology_.get()) != nullptr;
    return (tree || !algorithm.needs_tree) && (options_.grid || !algorithm.needs_grid);
  }

  /// Each algorithm twice; none finds less than auto.
  void try_all(const Affinity& affinity) {
    options_.algorithm = "auto";
    const Cost of_auto = map(affinity, *topology_, options_).cost;
    for (const RegisteredAlgorithm& algorithm : registered_algorithms()) {
      if (!takes(algorithm)) continue;
      SCOPED_TRACE(algorithm.about.name);
      options_.algorithm = algorithm.about.name;
      const MapResult result = map(affinity, *topology_, options_);
      const Evaluation evaluation = evaluate(affinity, *topology_, result.mapping);
      EXPECT_TRUE(evaluation.valid) << evaluation.problem;
      EXPECT_EQ(to_string(evaluation.hop_bytes), to_string(result.cost));
      EXPECT_EQ(map(affinity, *topology_, options_).mapping, result.mapping);
      EXPECT_LE(to_double(of_auto), to_double(result.cost));
    }
  }

  static double to_double(Cost cost) { return static_cast<double>(cost); }
};

TEST_P(EveryAlgorithm, IsValidTheSameEachTimeAndNoBetterThanAuto) {
  options_.preset = Preset::Fast;
  try_all(testing::random_affinity(GetParam().roles, 3 * GetParam().roles, 11));
}

TEST_P(EveryAlgorithm, AlsoForGrids) {
  if (GetParam().roles != 16) GTEST_SKIP() << "these roles are no grid";
  options_.preset = Preset::Fast;
  options_.grid = parse_cart_spec("cart:4x4");
  try_all(to_affinity(*options_.grid));
}

INSTANTIATE_TEST_SUITE_P(Topologies, EveryAlgorithm,
                         ::testing::Values(Case{"tree:4:2:2@1:10:100", 16}, Case{"tree:3:2:4@1:10:100", 16},
                                           Case{"mesh:4x4", 16}, Case{"torus:2x4x2", 16}, Case{"hcub:5", 16},
                                           Case{"dragonfly:4x2x2", 16}, Case{"torus:2x2+tree:2:2", 13}));

}  // namespace
}  // namespace topomorph
