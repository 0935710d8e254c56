// Ranges of numbers in text, up to the greatest number of 64 bits.
#include <gtest/gtest.h>

#include "core/base/number.h"

namespace topomorph::inline base {
namespace {

constexpr std::uint64_t kGreatest = ~std::uint64_t{0};

void expect_range(std::string_view text, std::uint64_t first, std::uint64_t last, std::uint64_t count) {
  const auto range = parse_number_range(text);
  ASSERT_TRUE(range) << text;
  EXPECT_EQ(range->first, first) << text;
  EXPECT_EQ(range->last, last) << text;
  EXPECT_EQ(range->count, count) << text;
}

TEST(NumberRange, OneNumberOrSeveral) {
  expect_range("3", 3, 3, 1);
  expect_range("0-3", 0, 3, 4);
  expect_range("08-10", 8, 10, 3);
  expect_range("7-7", 7, 7, 1);
}

TEST(NumberRange, TheGreatestNumberIsCounted) {
  expect_range("18446744073709551615", kGreatest, kGreatest, 1);
  expect_range("18446744073709551614-18446744073709551615", kGreatest - 1, kGreatest, 2);
  expect_range("1-18446744073709551615", 1, kGreatest, kGreatest);
  expect_range("0-18446744073709551615", 0, kGreatest, kGreatest);  // one more than 64 bits can count
}

TEST(NumberRange, OtherTextIsNone) {
  for (const char* text : {"", "-", "1-", "-1", "3-1", "1-2-3", "a", "1 ", " 1", "+1", "1.5", "0x1", "1,2",
                           "18446744073709551616", "0-18446744073709551616"}) {
    EXPECT_FALSE(parse_number_range(text)) << text;
  }
}

TEST(NumberRange, NumbersAreBelowTheEnd) {
  EXPECT_TRUE(parse_number_range("0-3", 4));
  EXPECT_FALSE(parse_number_range("0-4", 4));
  EXPECT_FALSE(parse_number_range("4", 4));
  EXPECT_FALSE(parse_number_range("0", 0));
}

}  // namespace
}  // namespace topomorph::inline base
