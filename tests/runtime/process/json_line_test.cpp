// One JSON object in a line: escapes, limits, numbers.
#include "runtime/process/json_line.h"

#include <clocale>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

namespace topomorph::process {
namespace {

std::string of_text(std::string_view text, std::size_t longest = 512) {
  JsonLine line;
  line.text("t", text, longest);
  return std::string(line.close());
}

std::string of_real(double value, int digits = 3) {
  JsonLine line;
  line.real("r", value, digits);
  return std::string(line.close());
}

TEST(JsonLine, MembersAreDividedByCommas) {
  JsonLine line;
  line.number("a", 18446744073709551615U);
  line.text("b", "x");
  line.text("empty", "");
  line.real("c", 0.5);
  EXPECT_EQ(line.close(), R"({"a":18446744073709551615,"b":"x","c":0.5})");
}

TEST(JsonLine, TextsAreEscaped) {
  EXPECT_EQ(of_text("a\"b\\c"), R"({"t":"a\"b\\c"})");
  EXPECT_EQ(of_text("one\ntwo\t\x7f"), R"({"t":"one?two ?"})");
  EXPECT_EQ(of_text("\u009b2J\u202e\u200b\x1b]0;t\x07"), R"({"t":"?2J???]0;t?"})");
  EXPECT_EQ(of_text("Grüße €"), "{\"t\":\"Grüße €\"}");
  EXPECT_EQ(of_text("\xff\xc3"), R"({"t":"??"})") << "no UTF-8";
  EXPECT_EQ(of_text("\xed\xa0\x80"
                    "a\xe0\x80\x80\xf4\x90\x80\x80"),
            R"({"t":"???a???????"})")
      << "nor are these";
  EXPECT_EQ(of_text("\xed\x9f\xbf\xf0\x90\x80\x80"), "{\"t\":\"\xed\x9f\xbf\xf0\x90\x80\x80\"}");
  EXPECT_EQ(of_text("abcü", 4), R"({"t":"abc?"})") << "half a character";
  EXPECT_EQ(of_text(std::string(2000, '"')).size(), std::string(R"({"t":""})").size() + 2 * 512);
}

TEST(JsonLine, NumbersHaveAPointInEveryLocale) {
  EXPECT_EQ(of_real(312.5), R"({"r":312.5})");
  EXPECT_EQ(of_real(-0.12345, 4), R"({"r":-0.1235})");
  EXPECT_EQ(of_real(1e18), R"({"r":1e+18})");
  EXPECT_EQ(of_real(NAN), "{}");
  EXPECT_EQ(of_real(INFINITY), "{}");
  std::setlocale(LC_ALL, "de_DE.UTF-8");  // where there is this locale
  EXPECT_EQ(of_real(0.5), R"({"r":0.5})");
  std::setlocale(LC_ALL, "C");
}

TEST(JsonLine, WhatDoesNotFitIsLeftOutWhole) {
  JsonLine line;
  for (int i = 0; i < 20; ++i) line.text("t", std::string(500, 'x'));
  line.number("last", 1);
  const std::string_view whole = line.close();
  EXPECT_LE(whole.size(), kLongestRecord);
  EXPECT_TRUE(whole.ends_with(R"(x","last":1})")) << whole.substr(whole.size() - 40);
}

}  // namespace
}  // namespace topomorph::process
