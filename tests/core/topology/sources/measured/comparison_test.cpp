// Tests that contradictions between declared and measured groups name the hosts.
#include <fmt/format.h>

#include "core/topology/sources/measured/declared_groups.h"
#include "tests/core/testing.h"

namespace topomorph::topology {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::vector<std::string> kNames = {"n0", "n1", "n2", "n3", "n4", "n5"};
const Partition kHalves = {0, 0, 0, 1, 1, 1}, kPairs = {0, 0, 1, 1, 2, 2};

TEST(Contradictions, ThereAreNoneWhereBothAgree) {
  EXPECT_THAT(contradictions(kNames, {kHalves}, {"slurm:t.conf", {kHalves}}), IsEmpty());
  EXPECT_THAT(contradictions(kNames, {}, {"slurm:t.conf", {}}), IsEmpty());
}

TEST(Contradictions, AHostWithOthersThanTold) {
  EXPECT_THAT(contradictions(kNames, {{0, 0, 1, 1, 1, 1}}, {"ib:f", {kHalves}}),
              ElementsAre("n2 measured with n3, n4, n5, declared (ib:f) with n0, n1"));
  EXPECT_THAT(contradictions(kNames, {{0, 0, 1, 0, 1, 1}}, {"ib:f", {kHalves}}),
              ElementsAre("n3 measured with n0, n1, declared (ib:f) with n4, n5",
                          "n2 measured with n4, n5, declared (ib:f) with n0, n1"));
}

TEST(Contradictions, GroupsThatNobodyTold) {
  EXPECT_THAT(contradictions(kNames, {kHalves}, {"tree:6", {}}),
              ElementsAre("groups measured and not declared (tree:6): (n0, n1, n2) (n3, n4, n5)"));
}

TEST(Contradictions, GroupsThatMakeNoDifference) {
  EXPECT_THAT(contradictions(kNames, {}, {"s", {kPairs}}),
              ElementsAre("groups declared (s) that make no measured difference: (n0, n1) (n2, n3) (n4, n5)"));
}

TEST(Contradictions, OfTwoLevelsOneMayBeWrong) {
  EXPECT_THAT(contradictions(kNames, {{0, 1, 1, 2, 2, 2}, kHalves}, {"s", {{0, 0, 1, 2, 2, 2}, kHalves}}),
              ElementsAre("n1 measured with n2, declared (s) with n0"));
}

TEST(Contradictions, ManyHostsAreCounted) {
  std::vector<std::string> names;
  Partition halves;
  for (int i = 0; i < 40; ++i) {
    names.push_back(fmt::format("n{}", i));
    halves.push_back(i < 20 ? 0 : 1);
  }
  EXPECT_THAT(contradictions(names, {halves}, {"s", {}}).at(0), ::testing::HasSubstr("n6, n7 and 12 more) (n20"));
}

}  // namespace
}  // namespace topomorph::topology
