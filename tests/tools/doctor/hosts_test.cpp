// What the doctor says of hosts that are not alike.
#include "tools/doctor/hosts.h"

#include <gtest/gtest.h>

namespace topomorph::doctor {
namespace {

HostFacts host(const std::string& name, const std::string& library, const std::string& settings = "none") {
  return {name, {{"library", library}, {"settings", settings}}};
}

TEST(Hosts, ThatAreAlikeAreOneLine) {
  const auto findings = compare_hosts({host("a", "1"), host("b", "1")}, 8);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].verdict, Verdict::Ok);
  EXPECT_EQ(findings[0].found, "8 ranks on 2 hosts, which have the same library, settings");
}

TEST(Hosts, ALineForEachDifference) {
  const auto findings = compare_hosts({host("a", "1"), host("b", "2", "X=1"), host("c", "1")}, 3);
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[0].found, "library differs: 2 on b, 1 on a, c");
  EXPECT_EQ(findings[0].verdict, Verdict::Failure);
  EXPECT_EQ(findings[1].found, "settings differs: X=1 on b, none on a, c");
  EXPECT_EQ(findings[1].verdict, Verdict::Warning) << "jobs run: the first process's settings count";
}

TEST(Hosts, WhatOneDoesNotTellDiffers) {
  HostFacts silent{"b", {}};
  const auto findings = compare_hosts({host("a", "1"), silent, host("c", "1")}, 3);
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[0].found, "library differs: not told on b, 1 on a, c");
}

TEST(Hosts, NamesOfManyAreCutShort) {
  std::vector<HostFacts> hosts;
  for (int i = 0; i < 40; ++i) hosts.push_back(host("n" + std::to_string(i), i == 7 ? "2" : "1"));
  const auto findings = compare_hosts(hosts, 40);
  EXPECT_EQ(findings.at(0).found, "library differs: 2 on n7, 1 on n0, n1, n2, n3, n4, n5, n6, n8 and 31 more");
}

}  // namespace
}  // namespace topomorph::doctor
