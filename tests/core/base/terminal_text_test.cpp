// What a terminal would obey does not reach it: in one line, in many, in JSON.
#include "core/base/terminal_text.h"

#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/base/json_text.h"

namespace topomorph {
namespace {

TEST(ForTerminal, TextStays) {
  EXPECT_EQ(for_terminal(""), "");
  EXPECT_EQ(for_terminal("/home/ann/Gr\u00fc\u00dfe \u20ac \U0001f600"), "/home/ann/Gr\u00fc\u00dfe \u20ac \U0001f600");
  EXPECT_EQ(for_terminal("a\tb"), "a b");
}

TEST(ForTerminal, ControlsAreReplaced) {
  EXPECT_EQ(for_terminal("a\nb\x1b[2J\x7f"), "a?b?[2J?");
  EXPECT_EQ(for_terminal("\u0080\u009b1m\u009f\u00a0"), "??1m?\u00a0");
  EXPECT_EQ(for_terminal(std::string_view("\0", 1)), "?");
}

TEST(ForTerminal, BytesThatAreNoUtf8AreReplaced) {
  EXPECT_EQ(for_terminal("\x9b"
                         "31m"),
            "?31m");
  EXPECT_EQ(for_terminal("\xff\xc3"), "??");
  EXPECT_EQ(for_terminal("\xc3("), "?(");
  EXPECT_EQ(for_terminal("\xe2\x82"), "??");
  EXPECT_EQ(for_terminal("\xed\xa0\x80\xc0\x9b"), "?????");
}

TEST(ForTerminal, MarksOfDirectionAndWhatIsNotSeenAreReplaced) {
  EXPECT_EQ(for_terminal("a\u202eb\u202a\u2066\u2069\u2028\u2029\u061c\u200e\u200f"), "a?b????????");
  EXPECT_EQ(for_terminal("\u200b\u200d\u2060\u206f\ufeff\ufff9\U000e0041"), "???????");
  EXPECT_EQ(for_terminal("\u200a\u2010\u2027\u202f\u205f\u2070\ufffd"), "\u200a\u2010\u2027\u202f\u205f\u2070\ufffd");
}

TEST(ForTerminal, LinesStayWhereThereMayBeSeveral) {
  EXPECT_EQ(for_terminal("a\nb\r\n\x1b\n", Newlines::Kept), "a\nb?\n?\n");
  EXPECT_EQ(for_terminal("a\u0085b\u2028\vc\f", Newlines::Kept), "a?b??c?");
}

/// Every character there is, and every byte in front of one, which may be a part of what follows.
TEST(ForTerminal, KeepsNoControlOfAnyCharacter) {
  for (unsigned first = 0; first < 256; ++first) {
    for (unsigned second = 0; second < 256; ++second) {
      const std::string text = {static_cast<char>(first), static_cast<char>(second), 'x'};
      const std::string fit = for_terminal(text);
      ASSERT_EQ(for_terminal(fit), fit) << first << " " << second;
      ASSERT_LE(fit.size(), text.size());
      ASSERT_EQ(fit.back(), 'x');
      for (std::string_view rest = fit; !rest.empty(); rest.remove_prefix(utf8_length(rest))) {
        ASSERT_GT(utf8_length(rest), 0U) << first << " " << second;
        const char32_t code = utf8_code(rest.substr(0, utf8_length(rest)));
        ASSERT_TRUE(code >= 0x20 && (code < 0x7f || code > 0x9f)) << first << " " << second;
      }
    }
  }
}

TEST(ForTerminal, NothingBehindTheLengthIsReadOrWritten) {
  char text[] = "ab\xe2\x82\xac";
  EXPECT_EQ(make_fit_for_terminal(text, 4), 4U);  // a part of the character of three bytes
  EXPECT_EQ(std::string(text), "ab??\xac");
}

TEST(JsonText, IsAsciiAndGivesTheTextBack) {
  const std::string text = "a\x1b\x7f\u009b\u202e\u20ac\U0001f600\n";
  const std::string line = json_text(nlohmann::json{{"name", text}});
  EXPECT_EQ(for_terminal(line), line);
  for (const char c : line) EXPECT_TRUE(c >= ' ' && c < '\x7f') << line;
  EXPECT_EQ(nlohmann::json::parse(line)["name"], text);
}

TEST(JsonText, BytesThatAreNoUtf8BecomeTheReplacementCharacter) {
  const std::string line = json_text(nlohmann::json("a\x9b\xff"));
  EXPECT_EQ(line, R"("a\ufffd\ufffd")");
}

}  // namespace
}  // namespace topomorph

namespace topomorph::inline base {
namespace {

TEST(Utf8, EachLengthAndItsBounds) {
  for (const auto& [text, code] : {std::pair<std::string_view, char32_t>{"\x7f", 0x7f},
                                   {"\u0080", 0x80},
                                   {"\u07ff", 0x7ff},
                                   {"\u0800", 0x800},
                                   {"\ud7ff", 0xd7ff},
                                   {"\ue000", 0xe000},
                                   {"\uffff", 0xffff},
                                   {"\U00010000", 0x10000},
                                   {"\U0010ffff", 0x10ffff}}) {
    EXPECT_EQ(utf8_length(text), text.size());
    EXPECT_EQ(utf8_code(text), code);
    EXPECT_EQ(utf8_length(text.substr(0, text.size() - 1).empty() ? "\xc2" : text.substr(0, text.size() - 1)), 0U);
  }
}

TEST(Utf8, WhatIsNoCharacter) {
  for (const std::string_view text :
       {"\x80", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80",
        "\xf5\x80\x80\x80", "\xff", "\xc3(", "\xe2\x82("}) {
    EXPECT_EQ(utf8_length(text), 0U) << text;
  }
}

}  // namespace
}  // namespace topomorph::inline base
