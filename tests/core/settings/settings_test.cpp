// The table of settings is consistent, and values from the environment are checked.
#include "core/settings/settings.h"

#include <cstdlib>
#include <set>

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/base/text.h"

namespace topomorph::settings {
namespace {

class SettingsTest : public testing::Test {
 protected:
  void SetUp() override { clear(); }
  void TearDown() override { clear(); }

  static void clear() {
    for (const Setting& setting : all()) {
      unsetenv(setting.variable);
    }
  }
};

TEST_F(SettingsTest, EverySettingHasItsOwnSpellingsAndAValidDefault) {
  std::set<std::string> options, variables;
  for (const Setting& setting : all()) {
    EXPECT_TRUE(options.insert(setting.option).second) << setting.option;
    EXPECT_TRUE(variables.insert(setting.variable).second) << setting.variable;
    EXPECT_TRUE(std::string(setting.option).starts_with("--"));
    EXPECT_TRUE(std::string(setting.variable).starts_with("TOPOMORPH_"));
    EXPECT_FALSE(std::string(setting.help).empty());
    EXPECT_NO_THROW(check(setting, setting.initial, setting.option)) << setting.option;
    EXPECT_EQ(&get(setting.id), &setting);
  }
}

TEST_F(SettingsTest, TheEnvironmentComesBeforeTheDefault) {
  EXPECT_EQ(number(Id::MinGain), 5);
  EXPECT_EQ(text(Id::Mode), "monitor");
  EXPECT_FALSE(flag(Id::Quiet));
  setenv("TOPOMORPH_MIN_GAIN", "0.5", 1);
  setenv("TOPOMORPH_MODE", "run", 1);
  setenv("TOPOMORPH_QUIET", "1", 1);
  EXPECT_EQ(number(Id::MinGain), 0.5);
  EXPECT_EQ(text(Id::Mode), "run");
  EXPECT_TRUE(flag(Id::Quiet));
}

TEST_F(SettingsTest, AnEmptyVariableCountsAsNotSet) {
  setenv("TOPOMORPH_MIN_GAIN", "", 1);
  EXPECT_EQ(number(Id::MinGain), 5);
}

TEST_F(SettingsTest, RefusesValuesOfTheWrongKind) {
  const std::pair<Id, const char*> wrong[] = {{Id::Mode, "profil"},
                                              {Id::Mode, "profile|run"},
                                              {Id::MinGain, "5%"},
                                              {Id::MinGain, "-1"},
                                              {Id::MinGain, "nan"},
                                              {Id::EngineTimeout, "0"},
                                              {Id::EngineTimeout, "1e999"},
                                              {Id::EngineTimeout, "1e7"},
                                              {Id::Quiet, "yes"},
                                              {Id::StoreLimit, "0"},
                                              {Id::StoreLimit, "1.5"},
                                              {Id::StoreLimit, "1e10"},
                                              {Id::Drift, "-1"},
                                              {Id::Weight, "messages "},
                                              {Id::Permutation, "sideways"},
                                              {Id::Permutation, "random:abc"},
                                              {Id::Permutation, "random:-1"},
                                              {Id::Permutation, "random:"},
                                              {Id::Permutation, "random"},
                                              {Id::Permutation, "file:"}};
  for (const auto& [id, value] : wrong) {
    setenv(get(id).variable, value, 1);
    EXPECT_THROW(text(id), InputError) << get(id).variable << "=" << value;
  }
}

TEST_F(SettingsTest, OrdersAreCheckedByTheirForm) {
  for (const char* order : {"identity", "reverse", "random:0", "random:18446744073709551615", "file:absent"}) {
    EXPECT_NO_THROW(check(get(Id::Permutation), order, "--permutation")) << order;
  }
}

TEST_F(SettingsTest, TheMessageNamesVariableValueAndWhatWasExpected) {
  setenv("TOPOMORPH_WEIGHT", "hops", 1);
  try {
    text(Id::Weight);
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "TOPOMORPH_WEIGHT is 'hops': expected bytes|messages");
  }
}

}  // namespace
}  // namespace topomorph::settings

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
