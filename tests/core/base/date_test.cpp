// Dates are read strictly and written as they are read.
#include "core/base/date.h"

#include <gtest/gtest.h>

namespace topomorph {
namespace {

TEST(Date, ADayIsAllOfIt) {
  const auto span = parse_date("2026-11-26");
  ASSERT_TRUE(span.has_value());
  EXPECT_EQ(date_text(span->begin), "2026-11-26T00:00:00Z");
  EXPECT_EQ(date_text(span->end), "2026-11-27T00:00:00Z");
}

TEST(Date, AnInstantIsASecond) {
  const auto span = parse_date("1970-01-02T03:04:05Z");
  ASSERT_TRUE(span.has_value());
  EXPECT_EQ(span->begin, ((24 + 3) * 60 + 4) * 60 + 5);
  EXPECT_EQ(span->end, span->begin + 1);
}

TEST(Date, TheLastIsKnown) {
  EXPECT_EQ(date_text(kLastSecond), "9999-12-31T23:59:59Z");
  EXPECT_EQ(parse_date("9999-12-31")->end, kLastSecond + 1);
}

TEST(Date, WhatIsNoDateIsRefused) {
  for (const char* text : {"", "2026", "2026-11-31", "2026-13-01", "2026-00-10", "1969-12-31", "2026-1-01",
                           "2026-11-26 ", "2026-11-26T24:00:00Z", "2026-11-26T09:60:00Z", "2026-11-26T09:30:00",
                           "2026-11-26T09:30Z", "2026/11/26", "2026-11-26T09:30:00+01:00", "yesterday"}) {
    EXPECT_FALSE(parse_date(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace topomorph
