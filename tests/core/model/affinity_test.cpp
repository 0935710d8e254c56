// The affinity matrix.
#include "core/model/affinity.h"

#include <limits>

#include "tests/core/testing.h"

namespace topomorph {
namespace {

using ::testing::ElementsAre;
using testing::traffic_of;

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

TEST(Affinity, SortsRowsAndAddsRepeatedPairs) {
  const Affinity affinity =
      Affinity::from_traffic(4, {{2, 3, 1, 1}, {0, 3, 5, 1}, {0, 1, 7, 2}, {0, 3, 6, 3}, {3, 0, 9, 9}});
  EXPECT_THAT(traffic_of(affinity),
              ElementsAre(Traffic{0, 1, 7, 2}, Traffic{0, 3, 11, 4}, Traffic{2, 3, 1, 1}, Traffic{3, 0, 9, 9}));
  EXPECT_EQ(affinity.roles(), 4U);
  EXPECT_EQ(affinity.entries(), 4U);
  EXPECT_EQ(affinity.total_bytes(), 28U);
  EXPECT_EQ(affinity.total_messages(), 16U);
  EXPECT_TRUE(affinity.row(1).empty());
}

TEST(Affinity, KeepsTrafficOfARoleWithItself) {
  EXPECT_THAT(traffic_of(Affinity::from_traffic(1, {{0, 0, 3, 1}})), ElementsAre(Traffic{0, 0, 3, 1}));
}

TEST(Affinity, HasNoRolesBeforeItIsBuilt) {
  EXPECT_EQ(Affinity().roles(), 0U);
  EXPECT_EQ(Affinity().entries(), 0U);
  EXPECT_EQ(Affinity::from_traffic(0, {}).roles(), 0U);
}

TEST(Affinity, RefusesRolesOutOfRange) {
  EXPECT_INPUT_ERROR(Affinity::from_traffic(3, {{0, 3, 1, 1}}), "from role 0 to role 3, expected roles below 3");
  EXPECT_INPUT_ERROR(Affinity::from_traffic(3, {{kMost, 0, 1, 1}}), "expected roles below 3");
  EXPECT_INPUT_ERROR(Affinity::from_traffic(kMost, {}), "roles, expected at most 67108864");
}

TEST(Affinity, RefusesSumsOf65Bits) {
  EXPECT_EQ(Affinity::from_traffic(2, {{0, 1, kMost, 0}}).total_bytes(), kMost);
  EXPECT_INPUT_ERROR(Affinity::from_traffic(2, {{0, 1, kMost, 0}, {0, 1, 1, 0}}), "adds up to more than 2^64 - 1");
  EXPECT_INPUT_ERROR(Affinity::from_traffic(2, {{0, 1, 0, kMost}, {1, 0, 0, 1}}), "adds up to more than 2^64 - 1");
}

}  // namespace
}  // namespace topomorph
