// Words that are printed for a shell are one word there, and run nothing.
#include "core/base/text.h"

#include <array>
#include <cstdio>
#include <string>

#include <gtest/gtest.h>

namespace topomorph {
namespace {

/// What bash makes of the words, with a comma behind each.
std::string in_bash(const std::string& words) {
  const std::string line = "bash -c '" + [&] {
    std::string text;
    for (const char c : "printf %s, " + words) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text;
  }() + "'";
  FILE* const shell = popen(line.c_str(), "r");
  std::array<char, 4096> buffer{};
  const std::size_t size = fread(buffer.data(), 1, buffer.size(), shell);
  EXPECT_EQ(pclose(shell), 0);
  return {buffer.data(), size};
}

TEST(ShellWord, IsOneWordOfAShell) {
  for (const char* text :
       {"",       " ",       "a b",    "a;echo ran;", "$(echo ran)", "`echo ran`", "a&b", "a|b", "a>b",
        "it's",   "'",       "\"",     "a\\b",        "*",           "~",          "#a",  "!!",  "{a,b}",
        "{1..3}", "{{a,b}}", "}{a,b}", "a\nb",        "\t",          "[a]",        "a?"}) {
    EXPECT_EQ(in_bash(shell_word(text)), text + std::string(","));
  }
}

TEST(ShellWord, StaysAsItIsWhereAShellLeavesIt) {
  for (const char* text :
       {"/a/b-c_d.e", "--steps=7", "out-{job}.txt", "a,b", "{a},b", "../a", "50%", "n@h:x", "}a,b"}) {
    EXPECT_EQ(shell_word(text), text);
    EXPECT_EQ(in_bash(text), text + std::string(","));
  }
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
}

TEST(ShellWord, APathIsNoOption) {
  EXPECT_EQ(shell_path("-rf"), "./-rf");
  EXPECT_EQ(shell_path("-r f"), "'./-r f'");
  EXPECT_EQ(shell_path("/a/-b"), "/a/-b");
}

}  // namespace
}  // namespace topomorph
