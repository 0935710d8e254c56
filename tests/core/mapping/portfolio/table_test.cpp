// The mappings of TopoMatch's paper [Jeannot 2022, table 2], on matrices made by the rules of the benchmarks.
#include <numeric>

#include "benchmarks/mapping/nas_like.h"
#include "core/evaluation/evaluate.h"
#include "core/formats/affinity_file.h"
#include "core/formats/formats.h"
#include "core/mapping/portfolio/map.h"
#include "core/mapping/problem/problem.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

/// A row of table 2. Its matrices are those of class C: the sums for 256 ranks are twice, those for 1024 half of ours.
struct Row {
  const char* topology;
  const char* kernel;
  std::uint64_t ranks;
  double round_robin;                    // "SumCom RR"
  double published, published_on_first;  // "SumComm TM", "SumComm TM+const"
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.topology << " " << row.kernel << " " << row.ranks; }

class Table2 : public ::testing::TestWithParam<Row> {};
class Table2ByDefault : public Table2 {};

std::shared_ptr<const Topology> first_slots(std::shared_ptr<const Topology> whole, std::size_t count) {
  std::vector<Slot> slots(count);
  std::iota(slots.begin(), slots.end(), Slot{0});
  return topology::restrict_to(std::move(whole), std::move(slots));
}

double hop_bytes(const Affinity& affinity, const Topology& topology, const Mapping& mapping) {
  const evaluation::Evaluation evaluation = evaluation::evaluate(affinity, topology, mapping);
  EXPECT_TRUE(evaluation.valid) << evaluation.problem;
  return static_cast<double>(evaluation.hop_bytes);
}

Affinity kernel(const char* name, std::uint64_t ranks) {
  auto instance = name == std::string("cg") ? benchmarks::cg_like(ranks) : benchmarks::lu_like(ranks);
  return Affinity::from_traffic(instance.roles, std::move(instance.edges));
}

/// Returns what the paper's sums are of those of class C.
double scale_of(const Row& row) { return row.ranks == 256 ? 2 : row.ranks == 1024 ? 0.5 : 1; }

TEST_P(Table2, RoundRobinIsThePapers) {
  const Row row = GetParam();
  const Affinity affinity = kernel(row.kernel, row.ranks);
  const auto topology = topology::parse_topology(row.topology);
  constexpr double kMeasured = 1.5e-4;  // CG on 256 ranks has a little less in the paper; others agree to 5e-5
  const double sum = hop_bytes(affinity, *topology, identity_mapping(affinity.roles()));
  EXPECT_NEAR(scale_of(row) * sum / row.round_robin, 1, kMeasured);
}

TEST_P(Table2ByDefault, IsReached) {
  const Row row = GetParam();
  const Affinity affinity = kernel(row.kernel, row.ranks);
  const auto whole = topology::parse_topology(row.topology);
  constexpr double kPrinted = 5e-6;  // rounded to six digits
  for (const std::uint64_t seed : {1, 2}) {
    if (seed > 1 && row.ranks > 64) continue;  // takes longer
    MapOptions options;
    options.seed = seed;
    const double best = scale_of(row) * hop_bytes(affinity, *whole, map(affinity, *whole, options).mapping);
    EXPECT_LE(best, row.published * (1 + kPrinted)) << "seed " << seed;
    const auto first = first_slots(whole, affinity.roles());
    const double best_on_first = scale_of(row) * hop_bytes(affinity, *first, map(affinity, *first, options).mapping);
    EXPECT_LE(best_on_first, row.published_on_first * (1 + kPrinted)) << "seed " << seed;
  }
}

const std::vector<Row> kRows = {Row{"mesh:8x8", "cg", 64, 2.32392e11, 1.55322e11, 1.61843e11},
                                Row{"mesh:20x20", "cg", 256, 2.24214e12, 1.50752e12, 1.25024e12},
                                Row{"hcub:10", "cg", 64, 1.13824e11, 8.53695e10, 9.24831e10},
                                Row{"hcub:10", "cg", 256, 6.07044e11, 5.37686e11, 5.62584e11},
                                Row{"torus:2x4x8", "cg", 64, 1.4228e11, 1.03746e11, 1.12046e11},
                                Row{"torus:8x4x8", "cg", 128, 2.32411e11, 1.51185e11, 1.67784e11},
                                Row{"torus:8x4x8", "cg", 256, 9.86436e11, 6.41426e11, 7.30942e11},
                                Row{"mesh:8x4x8", "cg", 128, 2.46638e11, 1.99799e11, 1.74897e11},
                                Row{"mesh:8x8x8", "cg", 256, 1.10025e12, 9.54426e11, 8.2638e11},
                                Row{"mesh:11x11x11", "cg", 1024, 1.37142e12, 8.09822e11, 7.43324e11},
                                Row{"mesh:50x50x50", "cg", 1024, 2.69805e12, 3.45528e12, 1.3052e12},
                                Row{"mesh:8x8", "lu", 64, 2.21288e10, 2.21288e10, 2.86276e10},
                                Row{"mesh:20x20", "lu", 256, 4.22708e11, 2.08085e11, 1.97101e11},
                                Row{"hcub:10", "lu", 64, 3.47735e10, 2.21287e10, 2.21287e10},
                                Row{"hcub:10", "lu", 256, 1.64384e11, 9.4837e10, 1.05967e11},
                                Row{"torus:2x4x8", "lu", 64, 2.68705e10, 2.36962e10, 2.92548e10},
                                Row{"torus:8x4x8", "lu", 128, 5.21605e10, 4.896e10, 5.76013e10},
                                Row{"torus:8x4x8", "lu", 256, 1.67545e11, 1.2159e11, 1.36717e11},
                                Row{"mesh:8x4x8", "lu", 128, 6.16442e10, 5.62032e10, 6.42369e10},
                                Row{"mesh:8x8x8", "lu", 256, 2.11802e11, 1.51582e11, 1.37384e11},
                                Row{"mesh:11x11x11", "lu", 1024, 2.03649e11, 9.83983e10, 9.72757e10},
                                Row{"mesh:50x50x50", "lu", 1024, 6.2864e11, 3.97028e11, 1.38743e11}};

/// Without the rows of 1024 roles: of their mappings Table2Large asks for 5 % less than the paper's.
std::vector<Row> smaller_rows() {
  std::vector<Row> rows = kRows;
  std::erase_if(rows, [](const Row& row) { return row.ranks == 1024; });
  return rows;
}

INSTANTIATE_TEST_SUITE_P(Rows, Table2, ::testing::ValuesIn(kRows));
INSTANTIATE_TEST_SUITE_P(Rows, Table2ByDefault, ::testing::ValuesIn(smaller_rows()));

/// The rows of 1024 roles once more: shares of the round-robin cost, which the default beats clearly.
struct LargeRow {
  const char* topology;
  bool cg;
  bool limited;
  double published;  // share
};

void PrintTo(const LargeRow& row, std::ostream* out) {
  *out << row.topology << (row.cg ? " cg" : " lu") << (row.limited ? " limited" : "");
}

class Table2Large : public ::testing::TestWithParam<LargeRow> {};

TEST_P(Table2Large, IsBeatenBeside) {
  const LargeRow row = GetParam();
  const Affinity affinity = kernel(row.cg ? "cg" : "lu", 1024);
  const auto whole = topology::parse_topology(row.topology);
  const auto topology = row.limited ? first_slots(whole, affinity.roles()) : whole;
  const double before = hop_bytes(affinity, *topology, identity_mapping(affinity.roles()));
  const double after = hop_bytes(affinity, *topology, map(affinity, *topology).mapping);
  EXPECT_LT(after / before, 0.95 * row.published);
  MapOptions scotch;
  scotch.algorithm = "scotch";
  EXPECT_LT(after, 0.95 * hop_bytes(affinity, *topology, map(affinity, *topology, scotch).mapping));
}

INSTANTIATE_TEST_SUITE_P(
    Meshes, Table2Large,
    ::testing::Values(LargeRow{"mesh:11x11x11", true, false, 0.59}, LargeRow{"mesh:11x11x11", true, true, 0.54},
                      LargeRow{"mesh:11x11x11", false, false, 0.48}, LargeRow{"mesh:11x11x11", false, true, 0.48},
                      LargeRow{"mesh:50x50x50", true, false, 1.28}, LargeRow{"mesh:50x50x50", true, true, 0.48},
                      LargeRow{"mesh:50x50x50", false, false, 0.63}, LargeRow{"mesh:50x50x50", false, true, 0.22}));

}  // namespace
}  // namespace topomorph::mapping
