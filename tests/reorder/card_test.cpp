// Cards and what is said of their differences.
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
  EXPECT_NE(std::string(own_card()).find("\nmode=run\n"), std::string::npos);
  setenv("TOPOMORPH_MODE", "", 1);
  EXPECT_NE(std::string(own_card()).find("\nmode=monitor\n"), std::string::npos);
  unsetenv("TOPOMORPH_MODE");
}

TEST(Card, AValueMayBeAnything) {
  setenv("TOPOMORPH_MODE", (std::string(5000, 'x') + "\nmode=run").c_str(), 1);
  const std::string card(own_card());
  EXPECT_LT(card.size(), 400U);
  EXPECT_EQ(card.find("mode=run"), std::string::npos);
  unsetenv("TOPOMORPH_MODE");
}

TEST(Card, NoCardIsNoLibrary) {
  EXPECT_EQ(told("", "mode=run\n"), "rank 3 on host n2 is without this library, or has it switched off");
}

TEST(Card, TheFirstDifferenceIsNamed) {
  EXPECT_EQ(told("version=1\nmode=profile\n", "version=1\nmode=run\n"),
            "rank 3 on host n2 has mode profile, rank 0 has mode run");
  EXPECT_EQ(told("version=2\nmode=profile\n", "version=1\nmode=run\n"),
            "rank 3 on host n2 has version 2, rank 0 has version 1");
}

TEST(Card, CardsOfOtherKindsAreOfAnotherVersion) {
  EXPECT_EQ(told("version=1\nmood=good\n", "version=1\nmode=run\n"),
            "rank 3 on host n2 has a library of another version");
  EXPECT_EQ(told("version=1\n", "version=1\nmode=run\n"), "rank 3 on host n2 has a library of another version");
}

}  // namespace
}  // namespace topomorph::reorder
