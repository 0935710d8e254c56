// What a terminal would obey does not reach it.
#include "tools/output/message.h"

#include <gtest/gtest.h>

namespace topomorph::output {
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

TEST(ForTerminal, MarksOfDirectionAreReplaced) {
  EXPECT_EQ(for_terminal("a\u202eb\u202a\u2066\u2069\u2028"), "a?b????");
  EXPECT_EQ(for_terminal("\u2027\u202f\u2065\u206a"), "\u2027\u202f\u2065\u206a");
}

}  // namespace
}  // namespace topomorph::output
