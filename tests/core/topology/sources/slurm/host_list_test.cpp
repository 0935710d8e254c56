// Tests lists of hosts as Slurm writes them.
#include "core/topology/sources/slurm/host_list.h"

#include "tests/core/testing.h"
#include "tests/core/topology/lists.h"

namespace topomorph::topology {
namespace {

using ::testing::ElementsAre;

TEST(HostList, NamesAndBrackets) {
  EXPECT_THAT(parse_host_list("a"), ElementsAre("a"));
  EXPECT_THAT(parse_host_list("n[0-3,7],m[01-03]"), ElementsAre("n0", "n1", "n2", "n3", "n7", "m01", "m02", "m03"));
  EXPECT_THAT(parse_host_list("n[08-11]"), ElementsAre("n08", "n09", "n10", "n11"));
  EXPECT_THAT(parse_host_list("n[0-1].site.org,x"), ElementsAre("n0.site.org", "n1.site.org", "x"));
}

TEST(HostList, SeveralBracketsCountTheLastOneFastest) {
  EXPECT_THAT(parse_host_list("r[1-2]n[8,10]"), ElementsAre("r1n8", "r1n10", "r2n8", "r2n10"));
}

TEST(HostList, NumbersBeyondTheWidthGrow) { EXPECT_THAT(parse_host_list("n[9-10]"), ElementsAre("n9", "n10")); }

TEST(HostList, WhatIsNoListIsRefused) {
  for (const char* text : {"", ",", "a,,b", "n[", "n[]", "n[1", "n]", "n[1-]", "n[3-1]", "n[a]", "n[1-2-3]", "n[-1]",
                           "n[1,]", "a b", "n[[1]]", "n[99999999999999999999]"}) {
    EXPECT_INPUT_ERROR(parse_host_list(text), "expected") << text;
  }
}

TEST(HostList, TooManyHostsAreRefusedBeforeMemoryIsTaken) {
  EXPECT_INPUT_ERROR(parse_host_list("n[0-18446744073709551615]"), "at most 1048576 hosts");
  EXPECT_INPUT_ERROR(parse_host_list("n[0-1023]m[0-1023]x[0-1]"), "at most 1048576 hosts");
  EXPECT_INPUT_ERROR(parse_host_list("n[0-1048575],x"), "at most 1048576 hosts");
  EXPECT_EQ(parse_host_list("n[0-1023]m[0-1023]").size(), 1048576U);
}

/// A loop up to the last number would never end where that is the greatest of 64 bits.
TEST(HostList, TheGreatestNumberIsOneToo) {
  EXPECT_THAT(parse_host_list("n[18446744073709551615]"), ElementsAre("n18446744073709551615"));
  EXPECT_THAT(parse_host_list("n[18446744073709551614-18446744073709551615,7]"),
              ElementsAre("n18446744073709551614", "n18446744073709551615", "n7"));
  EXPECT_EQ(format_host_list(Names{"n18446744073709551614", "n18446744073709551615"}),
            "n[18446744073709551614-18446744073709551615]");
}

TEST(HostList, TheCallerSaysHowManyThereMayBe) {
  EXPECT_EQ(parse_host_list("n[0-8],x", 10).size(), 10U);
  EXPECT_INPUT_ERROR(parse_host_list("n[0-9],x", 10), "at most 10 more hosts");
  EXPECT_INPUT_ERROR(parse_host_list("x,n[0-9]", 10), "at most 10 more hosts");
  EXPECT_INPUT_ERROR(parse_host_list("n[0-3]m[0-2]", 11), "at most 11 more hosts");
  EXPECT_EQ(parse_host_list("n[0-3]m[0-2]", 12).size(), 12U);
  EXPECT_INPUT_ERROR(parse_host_list("n[" + std::string(5000000, '1') + "]"), "expected a number");
}

TEST(HostList, NamesAreNoLongerThanDnsAllows) {
  const std::string longest(255, 'a');
  EXPECT_THAT(parse_host_list(longest), ElementsAre(longest));
  EXPECT_INPUT_ERROR(parse_host_list(longest + "a"), "names of at most 255 characters");
  EXPECT_INPUT_ERROR(parse_host_list(longest + "[1]"), "names of at most 255 characters");
  EXPECT_INPUT_ERROR(parse_host_list("[" + std::string(255, '0') + "1]"), "names of at most 255 characters");
}

TEST(HostList, OneBracketMayBeAsLongAsItsHosts) {
  Names names;
  for (int i = 0; i < 2000; ++i) names.push_back("node" + std::to_string(2 * i));
  const std::string text = format_host_list(names);
  EXPECT_GT(text.size(), 4096U);
  EXPECT_EQ(parse_host_list(text), names);
}

TEST(HostList, IsWrittenShort) {
  EXPECT_EQ(format_host_list(Names{}), "");
  EXPECT_EQ(format_host_list(Names{"a"}), "a");
  EXPECT_EQ(format_host_list(Names{"n0", "n1", "n2", "n7"}), "n[0-2,7]");
  EXPECT_EQ(format_host_list(Names{"n08", "n09", "n10", "x"}), "n[08-10],x");
  EXPECT_EQ(format_host_list(Names{"n9", "n10", "n011"}), "n[9-10,011]");
  EXPECT_EQ(format_host_list(Names{"n1.org", "n2.org", "m2.org"}), "n[1-2].org,m2.org");
}

TEST(HostList, WhatIsWrittenIsReadTheSame) {
  for (const Names& names : {Names{"n3", "n1", "n2"}, Names{"a", "b", "a1", "a2"}, Names{"n0099", "n0100", "n101"},
                             Names{"r1n1", "r1n2", "r2n1"}, Names{"n00", "n0", "n1", "n01"},
                             Names{"x18446744073709551615", "x18446744073709551616"}}) {
    EXPECT_EQ(parse_host_list(format_host_list(names)), names) << format_host_list(names);
  }
}

}  // namespace
}  // namespace topomorph::topology
