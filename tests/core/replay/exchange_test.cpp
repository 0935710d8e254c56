// The first link of a route passes bytes at its rate, and ahead of it as far as it has credit.
#include "core/replay/exchange.h"

#include <gtest/gtest.h>

namespace topomorph::replay {
namespace {

constexpr double kRate = 1e6;

TEST(OutLink, PassesBytesAtItsRate) {
  OutLink link;
  EXPECT_DOUBLE_EQ(link.take(1, 1000, kRate, {}), 1 + 1000 / kRate);
  EXPECT_DOUBLE_EQ(link.take(link.free(), 500, kRate, {}), 1 + 1500 / kRate);
  EXPECT_DOUBLE_EQ(link.take(5, 500, kRate, {}), 5 + 500 / kRate) << "unused time is lost";
}

TEST(OutLink, CreditPassesAtTheRateOfTheBurst) {
  const Burst burst{1000, 1e9};
  OutLink link;
  EXPECT_NEAR(link.take(1, 800, kRate, burst), 1 + 800 / burst.rate, 1e-12);
  EXPECT_NEAR(link.take(link.free(), 700, kRate, burst), 1 + 500 / kRate, 1e-12) << "200 bytes were left";
}

TEST(OutLink, UnusedTimeGivesCreditBack) {
  const Burst burst{1000, 1e9};
  OutLink link;
  link.take(1, 1000, kRate, burst);
  EXPECT_NEAR(link.take(1.0004, 600, kRate, burst), 1.0004 + 200 / kRate, 1e-12) << "400 bytes came back";
  EXPECT_NEAR(link.take(9, 3000, kRate, burst), 9 + 2000 / kRate, 1e-12) << "never more than the bucket";
}

}  // namespace
}  // namespace topomorph::replay
