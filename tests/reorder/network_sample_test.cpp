// The sample of pairs: few, of the right kind, and no host twice in a kind.
#include "reorder/network_sample.h"

#include <set>

#include <gtest/gtest.h>

namespace topomorph::reorder {
namespace {

using Parts = std::vector<std::uint64_t>;

/// Returns the pairs of a kind as "starter-other"; fails if the two parts of a pair differ.
std::set<std::pair<int, int>> pairs_in(const Parts& parts, std::size_t kind) {
  std::set<std::pair<int, int>> pairs;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const PairPart part = unpacked(parts[p])[kind];
    if (part.other < 0) continue;
    const PairPart other = unpacked(parts.at(static_cast<std::size_t>(part.other)))[kind];
    EXPECT_EQ(other.other, static_cast<int>(p));
    EXPECT_NE(other.starts, part.starts);
    if (part.starts) pairs.emplace(static_cast<int>(p), part.other);
  }
  return pairs;
}

using Pairs = std::set<std::pair<int, int>>;

TEST(NetworkSample, PartsSurviveTheirNumber) {
  const auto parts = unpacked(packed({1 << 20, true}, {0, false}));
  EXPECT_EQ(parts[0].other, 1 << 20);
  EXPECT_TRUE(parts[0].starts);
  EXPECT_EQ(parts[1].other, 0);
  EXPECT_FALSE(parts[1].starts);
  EXPECT_LT(unpacked(0)[0].other, 0);
  EXPECT_LT(unpacked(0)[1].other, 0);
}

TEST(NetworkSample, PackagesAndSwitchesAreRead) {
  EXPECT_EQ(package_of("Package:1/L3Cache:0/Core:5"), "Package:1");
  EXPECT_EQ(package_of("Group:0/Package:1"), "Group:0/Package:1");
  EXPECT_EQ(package_of(""), "");
  EXPECT_EQ(package_of("NUMANode:0/Core:1"), "");
  EXPECT_EQ(switch_of(""), 0U);
  EXPECT_EQ(switch_of("n3 node"), 0U);
  EXPECT_EQ(switch_of("top.s1.n3 switch.switch.node"), switch_of("top.s1.n4 switch.switch.node"));
  EXPECT_NE(switch_of("top.s1.n3 switch.switch.node"), switch_of("top.s2.n3 switch.switch.node"));
}

TEST(NetworkSample, OnAHostPairsAreInsideAPackageAndAcross) {
  const std::vector<std::string> packages = {"Package:0", "Package:1", "Package:0", "Package:1"};
  const Parts parts = parts_in_host(packages);
  EXPECT_EQ(pairs_in(parts, 0), (Pairs{{0, 2}}));
  EXPECT_EQ(pairs_in(parts, 1), (Pairs{{0, 1}}));
}

TEST(NetworkSample, UnknownPackagesCountAsDifferent) {
  const Parts parts = parts_in_host(std::vector<std::string>(3));
  EXPECT_EQ(pairs_in(parts, 0), Pairs());
  EXPECT_EQ(pairs_in(parts, 1), (Pairs{{0, 1}}));
  EXPECT_EQ(parts_in_host(std::vector<std::string>(1)), (Parts{0}));
  const Parts alike = parts_in_host(std::vector<std::string>(2, "Package:0"));
  EXPECT_EQ(pairs_in(alike, 0), (Pairs{{0, 1}}));
  EXPECT_EQ(pairs_in(alike, 1), Pairs());
}

TEST(NetworkSample, OfTheHostsThatHaveAKindTwoMeasureIt) {
  EXPECT_EQ(kinds_of_hosts(Parts{3, 3, 3, 3}), (Parts{3, 0, 3, 0}));
  EXPECT_EQ(kinds_of_hosts(Parts{0, 2, 0, 2, 3, 0}), (Parts{0, 2, 0, 2, 1, 0})) << "the first host has one process";
  EXPECT_EQ(kinds_of_hosts(Parts{0, 0}), (Parts{0, 0}));
  EXPECT_EQ(kinds_of_hosts(Parts{1}), (Parts{1}));
  EXPECT_EQ(kinds_of_hosts(Parts()), Parts());
}

TEST(NetworkSample, KindsOfPairsAreKeptOrLeftOut) {
  const Parts all = parts_in_host(std::vector<std::string>{"Package:0", "Package:1", "Package:0"});
  EXPECT_EQ(kinds_in(all), 3U);
  for (const std::uint64_t kinds : {0U, 1U, 2U, 3U}) {
    Parts parts = all;
    keep_kinds(parts, kinds);
    EXPECT_EQ(kinds_in(parts), kinds);
    for (std::size_t kind = 0; kind < 2; ++kind)
      EXPECT_EQ(pairs_in(parts, kind), (kinds >> kind & 1) != 0 ? pairs_in(all, kind) : Pairs());
  }
}

TEST(NetworkSample, WithoutSwitchesFewHostsMeetAcrossTheNetwork) {
  EXPECT_EQ(parts_of_hosts(Parts(1)), (Parts{0}));
  EXPECT_EQ(pairs_in(parts_of_hosts(Parts(2)), 1), (Pairs{{0, 1}}));
  EXPECT_EQ(pairs_in(parts_of_hosts(Parts(3)), 1), (Pairs{{0, 1}}));
  EXPECT_EQ(pairs_in(parts_of_hosts(Parts(4)), 1), (Pairs{{0, 2}, {1, 3}}));
  EXPECT_EQ(pairs_in(parts_of_hosts(Parts(1000)), 1).size(), 2U);
  EXPECT_EQ(pairs_in(parts_of_hosts(Parts(1000, 7)), 1).size(), 2U) << "one switch is the network";
  EXPECT_EQ(pairs_in(parts_of_hosts(Parts(1000)), 0), Pairs());
  EXPECT_EQ(pairs_in(parts_of_hosts(Parts{5, 0, 6}), 1), (Pairs{{0, 1}})) << "one is not known";
}

TEST(NetworkSample, OnlyOnePairCrossesSwitches) {
  const Parts parts = parts_of_hosts(Parts{1, 1, 2, 2, 3, 3});
  EXPECT_EQ(pairs_in(parts, 0), (Pairs{{0, 1}, {2, 3}}));
  EXPECT_EQ(pairs_in(parts, 1), (Pairs{{0, 5}}));
  const Parts scattered = parts_of_hosts(Parts{1, 2, 3, 1});
  EXPECT_EQ(pairs_in(scattered, 0), (Pairs{{0, 3}}));
  EXPECT_EQ(pairs_in(scattered, 1), (Pairs{{0, 2}}));
}

}  // namespace
}  // namespace topomorph::reorder
