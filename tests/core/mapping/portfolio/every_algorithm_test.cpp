// What holds for every registered algorithm, and for auto beside them.
#include "core/evaluation/evaluate.h"
#include "core/formats/affinity_file.h"
#include "core/formats/formats.h"
#include "core/mapping/portfolio/map.h"
#include "core/mapping/portfolio/registry.h"
#include "core/model/cartesian_pattern.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

struct AlgorithmCase {
  const char* topology;
  std::uint64_t roles;  // 16: a grid of 4 x 4 as well
};

void PrintTo(const AlgorithmCase& that, std::ostream* out) { *out << that.topology << ' ' << that.roles; }

class EveryAlgorithm : public ::testing::TestWithParam<AlgorithmCase> {
 protected:
  std::shared_ptr<const Topology> topology_ = topology::parse_topology(GetParam().topology);
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
      const evaluation::Evaluation evaluation = evaluation::evaluate(affinity, *topology_, result.mapping);
      EXPECT_TRUE(evaluation.valid) << evaluation.problem;
      EXPECT_EQ(evaluation::to_string(evaluation.hop_bytes), evaluation::to_string(result.cost));
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
                         ::testing::Values(AlgorithmCase{"tree:4:2:2@1:10:100", 16},
                                           AlgorithmCase{"tree:3:2:4@1:10:100", 16}, AlgorithmCase{"mesh:4x4", 16},
                                           AlgorithmCase{"torus:2x4x2", 16}, AlgorithmCase{"hcub:5", 16},
                                           AlgorithmCase{"dragonfly:4x2x2", 16},
                                           AlgorithmCase{"torus:2x2+tree:2:2", 13}));

/// Where others once found less than auto: cells of benchmarks/papers/ALGORITHMS.md and NETLOC.md.
struct Cell {
  const char* matrix;
  const char* topology;
  const char* other;
};

void PrintTo(const Cell& that, std::ostream* out) { *out << that.matrix << ' ' << that.other; }

class OnceBetterThanAuto : public ::testing::TestWithParam<Cell> {};

TEST_P(OnceBetterThanAuto, IsNotAnyMore) {
  const Cell cell = GetParam();
  const std::string file = testing::data_file(std::string("matrices/") + cell.matrix);
  SKIP_WITHOUT(file);
  // A torus of 4 x 4 x 4 routers, on five of which there are one to three hosts.
  constexpr const char* kUnequal =
      "torus 3 4 1600 4 1600 4 1600 5 12 26 48 57 60\n"
      "tree 1 4 800 2 0 1\nnode n0 tree 2 2 20 4 10 -1\nnode n1 tree 2 2 20 4 10 -1\n"
      "tree 1 4 800 1 0\nnode n2 tree 2 2 20 4 10 -1\n"
      "tree 1 4 800 3 0 1 2\nnode n3 tree 2 2 20 4 10 -1\nnode n4 tree 2 2 20 4 10 -1\nnode n5 tree 2 2 20 4 10 -1\n"
      "tree 1 4 800 1 0\nnode n6 tree 2 2 20 4 10 -1\ntree 1 4 800 1 0\nnode n7 tree 2 2 20 4 10 -1\n";
  const testing::TemporaryFolder folder;
  const std::string unequal = "hierarchy:" + folder.write("unequal.txt", kUnequal);
  const auto topology = topology::parse_topology(cell.topology == nullptr ? unequal : cell.topology);
  const Affinity affinity = formats::read_affinity(file);
  MapOptions options;
  const Cost of_auto = map(affinity, *topology, options).cost;
  options.algorithm = cell.other;
  EXPECT_LE(static_cast<double>(of_auto), static_cast<double>(map(affinity, *topology, options).cost));
}

INSTANTIATE_TEST_SUITE_P(Papers, OnceBetterThanAuto,
                         ::testing::Values(Cell{"npb-bt-1024.mtx", "tree:16:2:32@1:10:100", "networks"},
                                           Cell{"minimd-1024.mtx", "tree:16:2:32@1:10:100", "networks"},
                                           Cell{"npb-lu-64.mtx", nullptr, "netloc-deco:table"},
                                           Cell{"lulesh-64.mtx", nullptr, "netloc-deco:table"},
                                           Cell{"netloc-app-64.mat", nullptr, "netloc-deco:table"}));

}  // namespace
}  // namespace topomorph::mapping
