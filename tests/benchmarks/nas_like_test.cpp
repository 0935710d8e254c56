// The generated matrices of NAS CG and LU: those that were measured on 64 ranks, to the byte.
#include "benchmarks/mapping/nas_like.h"

#include <map>

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/formats/affinity_file.h"
#include "tests/core/testing.h"

namespace topomorph::benchmarks {
namespace {

using Pairs = std::map<std::pair<Role, Role>, std::uint64_t>;

/// Returns the bytes of each pair, both directions together.
Pairs pairs_of(const Affinity& affinity) {
  Pairs pairs;
  for (const Traffic& traffic : testing::traffic_of(affinity)) {
    if (traffic.source != traffic.destination) pairs[std::minmax(traffic.source, traffic.destination)] += traffic.bytes;
  }
  return pairs;
}

Affinity made(Instance instance) { return Affinity::from_traffic(instance.roles, std::move(instance.edges)); }

TEST(NasLike, Of64RanksIsWhatWasMeasured) {
  const std::string cg = testing::data_file("matrices/npb-cg-64.mtx"),
                    lu = testing::data_file("matrices/npb-lu-64.mtx");
  SKIP_WITHOUT(cg);
  EXPECT_EQ(pairs_of(made(cg_like(64))), pairs_of(formats::read_affinity(cg)));
  EXPECT_EQ(pairs_of(made(lu_like(64))), pairs_of(formats::read_affinity(lu)));
}

/// Each role sums up with as many partners as there are bits in a column's number, and exchanges with one at most.
TEST(NasLike, CgHasTwiceAsManyColumnsAsRowsIfItMust) {
  constexpr std::uint64_t kGreetings = 1 << 10;  // fewer bytes than a product, more than a greeting
  for (const auto& [roles, partners] : {std::pair(64U, 3U), {128U, 4U}, {256U, 4U}, {512U, 5U}}) {
    std::vector<std::uint64_t> count(roles);
    for (const auto& [pair, bytes] : pairs_of(made(cg_like(roles)))) {
      if (bytes > kGreetings) ++count[pair.first], ++count[pair.second];
    }
    for (Role role = 0; role < roles; ++role) {
      EXPECT_GE(count[role], partners) << role;
      EXPECT_LE(count[role], partners + 1) << role;
    }
  }
}

TEST(NasLike, LuIsAGrid) {
  EXPECT_EQ(pairs_of(made(lu_like(128))).size(), (15 * 8 + 16 * 7) + (127 - 2));  // sides; greetings beyond neighbours
}

TEST(NasLike, RefusesOtherNumbers) {
  for (const std::uint64_t roles : {0U, 3U, 48U}) {
    EXPECT_INPUT_ERROR(cg_like(roles), "expected a power of two");
    EXPECT_INPUT_ERROR(lu_like(roles), "expected a power of two");
  }
}

}  // namespace
}  // namespace topomorph::benchmarks
