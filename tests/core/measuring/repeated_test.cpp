// Of several measurements of a value: the least, the greatest and the median, and whether another is near.
#include "core/measuring/repeated.h"

#include <initializer_list>

#include <gtest/gtest.h>

namespace topomorph::measuring {
namespace {

Repeated of(std::initializer_list<double> values) {
  Repeated repeated;
  for (const double value : values) repeated.add(value);
  return repeated;
}

constexpr Tolerance kTwice{2, 0};

TEST(Repeated, KeepsFourInAnyOrder) {
  EXPECT_EQ(of({3, 1, 2}).least(), 1);
  EXPECT_EQ(of({1, 3, 2}).greatest(), 3);
  EXPECT_EQ(of({9, 1, 2}).median(), 2);
  EXPECT_EQ(of({8, 1, 2, 4}).median(), 3);
  const Repeated full = of({4, 3, 2, 1, 0});
  EXPECT_EQ(full.count(), 4U);
  EXPECT_EQ(full.least(), 1);
  EXPECT_EQ(of({}).least() + of({}).greatest() + of({}).median(), 0);
}

TEST(Repeated, OneAloneIsNotConfirmed) {
  for (const Repeated& none : {of({}), of({5})}) {
    EXPECT_FALSE(none.is_least_confirmed(kTwice));
    EXPECT_FALSE(none.is_greatest_confirmed(kTwice));
    EXPECT_FALSE(none.is_median_confirmed(kTwice));
  }
}

TEST(Repeated, TheLeastNeedsTheNext) {
  EXPECT_TRUE(of({200, 100}).is_least_confirmed(kTwice));
  EXPECT_FALSE(of({100, 684}).is_least_confirmed(kTwice));
  EXPECT_FALSE(of({100, 684, 690}).is_least_confirmed(kTwice)) << "two others agree, but not in the least";
  EXPECT_TRUE(of({684, 690, 104, 110}).is_least_confirmed(kTwice));
}

TEST(Repeated, TheGreatestNeedsTheOneBefore) {
  EXPECT_TRUE(of({1, 5, 9}).is_greatest_confirmed(kTwice));
  EXPECT_FALSE(of({1, 4, 9}).is_greatest_confirmed(kTwice));
}

TEST(Repeated, TheMedianNeedsANeighbour) {
  EXPECT_TRUE(of({4, 8}).is_median_confirmed(kTwice));
  EXPECT_FALSE(of({4, 9}).is_median_confirmed(kTwice));
  EXPECT_TRUE(of({1, 8, 9}).is_median_confirmed(kTwice)) << "the one above";
  EXPECT_TRUE(of({4, 8, 99}).is_median_confirmed(kTwice)) << "the one below";
  EXPECT_FALSE(of({1, 8, 99}).is_median_confirmed(kTwice));
  EXPECT_FALSE(of({1, 2, 8, 9}).is_median_confirmed(kTwice)) << "the two in the middle count";
  EXPECT_TRUE(of({1, 5, 8, 99}).is_median_confirmed(kTwice));
}

TEST(Repeated, ADifferenceIsEnough) {
  EXPECT_TRUE(of({0, 0.25}).is_median_confirmed({1, 0.25}));
  EXPECT_FALSE(of({0, 0.26}).is_median_confirmed({1, 0.25}));
}

}  // namespace
}  // namespace topomorph::measuring
