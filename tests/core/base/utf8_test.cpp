// Characters are found, and what only looks like one is not.
#include "core/base/utf8.h"

#include <string_view>
#include <utility>

#include <gtest/gtest.h>

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
