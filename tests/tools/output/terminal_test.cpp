// Colours: those that are added stay, and a foreign text can add no others.
#include "tools/output/terminal.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tools/output/message.h"

namespace topomorph::output {
namespace {

Colours colours_that_are(const char* when) {
  Colours colours;
  colours.choose(when);
  return colours;
}

TEST(Colours, StayAndNothingElseDoes) {
  const Colours colours = colours_that_are("always");
  const std::string painted =
      colours.good("a") + colours.doubtful("b") + colours.bad("c") + "\n" + colours.heading("d") + "\n";
  EXPECT_EQ(painted, "\033[32ma\033[0m\033[33mb\033[0m\033[1;31mc\033[0m\n\033[1md\033[0m\n");
  EXPECT_EQ(colours.with_nothing_else(painted), painted);
  EXPECT_EQ(colours.with_nothing_else("\033]0;title\007\033[2J\033[31m\u009b\033"), "?]0;title??[2J?[31m??");
  EXPECT_EQ(colours.with_nothing_else("x\033\033[32my\tz\n\r"), "x?\033[32my z\n?");
  EXPECT_EQ(colours.with_nothing_else(""), "");
}

TEST(Colours, AreNoneWhereTheyAreOff) {
  const Colours colours = colours_that_are("never");
  EXPECT_EQ(colours.good("a"), "a");
  EXPECT_EQ(colours.with_nothing_else("\033[32ma\033[0m\n"), "?[32ma?[0m\n");
}

TEST(Colours, OfForeignPartsAreReplacedBeforePainting) {
  const Colours colours = colours_that_are("always");
  EXPECT_EQ(colours.with_nothing_else(colours.bad(for_terminal("\033[32mok\nok"))), "\033[1;31m?[32mok?ok\033[0m");
}

TEST(Colours, OtherWordsAreRefused) { EXPECT_THROW(colours_that_are("sometimes"), InputError); }

}  // namespace
}  // namespace topomorph::output
