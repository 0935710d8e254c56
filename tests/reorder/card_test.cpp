// Tests of cards and of the texts about their differences.
#include "reorder/agreement/card.h"

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

namespace topomorph::reorder {
namespace {

std::string told(std::string_view theirs, std::string_view mine) {
  return std::string(difference(theirs, {3, "n2"}, mine, 0));
}

TEST(Card, EqualCardsDifferInNothing) { EXPECT_EQ(told(own_card(), own_card()), ""); }

TEST(Card, SaysTheModeOfTheEnvironment) {
  setenv("TOPOMORPH_MODE", "run", 1);
  EXPECT_NE(std::string(own_card()).find(",run,"), std::string::npos);
  setenv("TOPOMORPH_MODE", "", 1);
  EXPECT_NE(std::string(own_card()).find(",monitor,"), std::string::npos);
  unsetenv("TOPOMORPH_MODE");
}

TEST(Card, AValueMayBeAnything) {
  setenv("TOPOMORPH_MODE", (std::string(5000, 'x') + ",run").c_str(), 1);
  const std::string card(own_card());
  EXPECT_LT(card.size(), 100U);
  EXPECT_EQ(card.find("run"), std::string::npos);
  setenv("TOPOMORPH_MODE", "x", 1);
  const std::string of_x(own_card());
  for (const char* longer : {"x,run", "x\nrun"}) {
    setenv("TOPOMORPH_MODE", longer, 1);
    EXPECT_EQ(std::string(own_card()), of_x) << "a value ends at a comma or a line";
  }
  unsetenv("TOPOMORPH_MODE");
}

TEST(Card, NoCardIsNoLibrary) {
  EXPECT_EQ(told("", "1,run,"), "rank 3 on host n2 is without this library, or has it switched off");
}

/// By these settings each process decides alone what it does with others.
TEST(Card, EverySettingThatAllMustShareIsCompared) {
  const struct {
    std::string variable, usual, other;
  } shared[] = {{"TOPOMORPH_REORDER_TOPOLOGIES", "0", "1"},
                {"TOPOMORPH_ENGINE_TIMEOUT", "30", "17"},
                {"TOPOMORPH_PATIENCE", "30", "18"}};
  const std::string usual(own_card());
  for (const auto& setting : shared) {
    setenv(setting.variable.c_str(), setting.other.c_str(), 1);
    const std::string other(own_card());
    unsetenv(setting.variable.c_str());
    EXPECT_EQ(told(other, usual), "rank 3 on host n2 has " + setting.variable + " " + setting.other + ", rank 0 has " +
                                      setting.variable + " " + setting.usual);
  }
}

TEST(Card, TheFirstDifferenceIsNamed) {
  EXPECT_EQ(told("1,profile,", "1,run,"), "rank 3 on host n2 has mode profile, rank 0 has mode run");
  EXPECT_EQ(told("2,profile,", "1,run,"), "rank 3 on host n2 has version 2, rank 0 has version 1");
}

TEST(Card, ACardOfAnotherLengthIsOfAnotherVersion) {
  EXPECT_EQ(told("1,", "1,run,"), "rank 3 on host n2 has a library of another version");
}

}  // namespace
}  // namespace topomorph::reorder
