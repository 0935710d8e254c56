// Variables that look like settings, and the settings that they probably mean.
#include "core/settings/unknown.h"

#include <cstdlib>

#include <gtest/gtest.h>

#include "core/base/text.h"

namespace topomorph {
namespace {

TEST(Nearest, CountsSlipsOfThePen) {
  EXPECT_EQ(edit_distance("tree", "tree"), 0u);
  EXPECT_EQ(edit_distance("tre", "tree"), 1u);
  EXPECT_EQ(edit_distance("rteport", "report"), 1u);
  EXPECT_EQ(edit_distance("reprot", "REPORT"), 1u) << "exchanged; capitals do not count";
  EXPECT_EQ(edit_distance("", "abc"), 3u);
}

TEST(Nearest, IsNearOrNothing) {
  const std::vector<std::string_view> words = {"tree", "torus", "mesh"};
  EXPECT_EQ(nearest_word("tre", words), "tree");
  EXPECT_EQ(nearest_word("Torsu", words), "torus");
  EXPECT_EQ(nearest_word("ring", words), "");
  EXPECT_EQ(nearest_word("", words), "");
}

TEST(UnknownVariables, AreThoseOfNobody) {
  const char* const names[] = {"TOPOMORPH_MINGAIN", "TOPOMORPH_XYZZY", "TOPOMORPH_ROOT", "TOPOMORPH_COST", "TOPOMORPH"};
  for (const char* name : names) setenv(name, "1", 1);
  const std::string text = settings::unknown_variables_text();
  for (const char* name : names) unsetenv(name);
  EXPECT_NE(text.find("TOPOMORPH_MINGAIN (TOPOMORPH_MIN_GAIN is meant?)"), std::string::npos) << text;
  EXPECT_NE(text.find("TOPOMORPH_XYZZY"), std::string::npos) << text;
  EXPECT_EQ(text.find("TOPOMORPH_XYZZY ("), std::string::npos) << text;
  EXPECT_EQ(text.find("TOPOMORPH_ROOT"), std::string::npos) << text;
  EXPECT_EQ(text.find("TOPOMORPH_COST"), std::string::npos) << text;
}

}  // namespace
}  // namespace topomorph
