// The changes of cost that the table keeps are those that the exchanges would bring.
#include "core/mapping/search/swap_table.h"

#include <algorithm>
#include <limits>

#include "tests/core/mapping/search/instances.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

using testing::random_dense;

/// After exchanging u and v.
std::int64_t cost_after(const DenseProblem& problem, std::vector<Vertex> slot_of, Vertex u, Vertex v) {
  std::swap(slot_of[u], slot_of[v]);
  return problem.cost_of(slot_of);
}

template <typename Real>
void expect_true_changes(const DenseProblem& problem, const SwapTable<Real>& table) {
  const std::int64_t cost = problem.cost_of(table.slot_of());
  for (Vertex u = 0; u < problem.movable; ++u) {
    Real least = std::numeric_limits<Real>::infinity();
    for (Vertex v = u + 1; v < problem.columns; ++v) {
      const auto change = static_cast<std::int64_t>(table.changes(u)[v]);
      ASSERT_EQ(change, cost_after(problem, table.slot_of(), u, v) - cost) << u << " and " << v;
      least = std::min(least, table.changes(u)[v]);
    }
    ASSERT_EQ(table.least_change(u), least) << u;
  }
}

template <typename Real>
class ChangesOfSwaps : public ::testing::Test {};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(ChangesOfSwaps, Reals);

TYPED_TEST(ChangesOfSwaps, StayTrueFromExchangeToExchange) {
  for (const std::size_t size : {2, 3, 7, 8, 9, 16, 21}) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      const std::size_t pinned = seed % 3 == 0 ? size / 4 : 0, free = seed % 2 == 0 ? size / 3 : 0;
      const DenseProblem problem = random_dense(size, free, pinned, seed, 1 + seed);
      Random random(seed);
      SwapTable<TypeParam> table(problem);
      table.set(random.permutation<Vertex>(size));
      expect_true_changes(problem, table);
      for (int i = 0; i < 12 && problem.columns > 1; ++i) {
        const auto u = static_cast<Vertex>(random.below(std::min(problem.movable, problem.columns - 1)));
        table.exchange(u, u + 1 + static_cast<Vertex>(random.below(problem.columns - u - 1)));
        expect_true_changes(problem, table);
      }
    }
  }
}

TYPED_TEST(ChangesOfSwaps, ThereAreNoneAcrossTheEndOfARow) {
  const DenseProblem problem = random_dense(11, 3, 2, 5);
  SwapTable<TypeParam> table(problem);
  Random random(1);
  table.set(random.permutation<Vertex>(11));
  for (Vertex u = 0; u < problem.movable; ++u) {
    for (Vertex v = 0; v < problem.size; ++v) {
      const bool counts = v > u && v < problem.columns;
      EXPECT_EQ(table.changes(u)[v] < std::numeric_limits<TypeParam>::infinity(), counts) << u << " and " << v;
    }
  }
}

TEST(ChangesOfSwaps, ReachTheLimitOfWhatIsExact) {
  DenseProblem problem = random_dense(12, 0, 0, 3, 1);
  for (std::int64_t& weight : problem.weight) weight <<= 36;
  ASSERT_LT(problem.largest_sum(), 9007199254740992.0);
  SwapTable<double> table(problem);
  Random random(1);
  table.set(random.permutation<Vertex>(12));
  for (Vertex u = 0; u + 1 < 12; ++u) table.exchange(u, u + 1);
  expect_true_changes(problem, table);
}

}  // namespace
}  // namespace topomorph::mapping
