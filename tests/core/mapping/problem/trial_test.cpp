// The file of a trial: parameters by name, parts that are left out, and what is refused.
#include "core/mapping/problem/trial.h"

#include <algorithm>
#include <set>

#include "core/mapping/problem/parameters.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

Trial trial_of(const std::string& text) {
  const testing::TemporaryFolder folder;
  return read_trial(folder.write("trial", text));
}

const Parameter& parameter(std::string_view name) {
  const auto table = parameter_table();
  return *std::find_if(table.begin(), table.end(), [&](const Parameter& each) { return each.name == name; });
}

TEST(Trial, ChangesParametersAndLeavesPartsOut) {
  const std::size_t small = kTree.small;
  const double promising = kTree.promising;
  const Trial trial =
      trial_of("# a comment\nkTree.small 17   # and one more\n\nkTree.promising 1.5\nwithout rcm\nwithout tabu\n");
  EXPECT_EQ(kTree.small, 17U);
  EXPECT_EQ(kTree.promising, 1.5);
  EXPECT_EQ(trial.without, (std::set<std::string, std::less<>>{"rcm", "tabu"}));
  EXPECT_TRUE(set_parameter(parameter("kTree.small"), std::to_string(small)));
  EXPECT_TRUE(set_parameter(parameter("kTree.promising"), std::to_string(promising)));
  EXPECT_EQ(kTree.small, small);
}

TEST(Trial, RemembersWhatWasDue) {
  Trial trial;
  trial.without = {"rcm"};
  EXPECT_FALSE(trial.runs("rcm"));
  EXPECT_TRUE(trial.runs("rgeob"));
  EXPECT_EQ(trial.due, (std::set<std::string, std::less<>>{"rcm", "rgeob"}));
}

TEST(Trial, NamesTheLineOfWhatItRefuses) {
  EXPECT_INPUT_ERROR(trial_of("kTree.small 4096\nkTree.smal 17\n"), "\"kTree.smal\" is no parameter");
  EXPECT_INPUT_ERROR(trial_of("kTree.small 1.5\n"), "kTree.small: \"1.5\" does not fit its type");
  EXPECT_INPUT_ERROR(trial_of("kPartition.rounds 3000000000\n"), "does not fit its type");
  EXPECT_INPUT_ERROR(trial_of("without\n"), "expected \"kGROUP.NAME VALUE\"");
  EXPECT_INPUT_ERROR(trial_of("without rcm tabu\n"), "expected \"kGROUP.NAME VALUE\"");
}

TEST(Trial, NamesEachParameterOnce) {
  std::set<std::string> names;
  for (const Parameter& each : parameter_table()) EXPECT_TRUE(names.insert(each.name).second) << each.name;
  EXPECT_TRUE(names.contains("kQap.most_roles"));
}

}  // namespace
}  // namespace topomorph::mapping
