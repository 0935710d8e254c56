// Tests routes over fabrics, by forwarding tables and where these have no usable entry.
#include <algorithm>

#include <fmt/format.h>

#include "core/topology/sources/infiniband/infiniband.h"
#include "tests/core/testing.h"
#include "tests/core/topology/sources/infiniband/fabric_text.h"

namespace topomorph::topology::infiniband {

namespace {

using testing::FabricText;
using testing::read_fabric;
using testing::read_routed;

/// Returns two leaves, two spines and two hosts at each leaf: a0, a1 at leaf0; b0, b1 at leaf1. Leaf0 has two cables to
/// spine0.
FabricText square() {
  FabricText text;
  for (const char* name : {"leaf0", "leaf1", "spine0", "spine1"}) text.add_switch(name);
  for (const char* name : {"a0", "a1", "b0", "b1"}) text.add_host(name);
  for (const char* name : {"a0", "a1"}) text.cable("leaf0", name);
  for (const char* name : {"b0", "b1"}) text.cable("leaf1", name);
  text.cables("leaf0", "spine0", 2);
  text.cable("leaf0", "spine1");
  text.cable("leaf1", "spine0");
  text.cable("leaf1", "spine1");
  return text;
}

using Ports = std::map<std::string, int>;

/// Returns tables that route over spine1, except b1: over the second cable to spine0.
std::string tables(const FabricText& text) {
  const auto port = [&](const char* from, const char* to) { return text.port(from, to); };
  std::string all;
  all += text.routes("leaf0", {{"a0", port("leaf0", "a0")},
                               {"a1", port("leaf0", "a1")},
                               {"b0", port("leaf0", "spine1")},
                               {"b1", port("leaf0", "spine0") + 1}});
  all += text.routes("leaf1", {{"b0", port("leaf1", "b0")},
                               {"b1", port("leaf1", "b1")},
                               {"a0", port("leaf1", "spine1")},
                               {"a1", port("leaf1", "spine1")}});
  for (const char* spine : {"spine0", "spine1"}) {
    const int left = port(spine, "leaf0"), right = port(spine, "leaf1");
    all += text.routes(spine, {{"a0", left}, {"a1", left}, {"b0", right}, {"b1", right}});
  }
  return all;
}

Slot slot(const GivenTopology& given, const std::string& name) {
  const auto& names = given.hosts.names;
  return static_cast<Slot>(std::find(names.begin(), names.end(), name) - names.begin());
}

std::vector<std::string> way(const GivenTopology& given, const std::string& from, const std::string& to) {
  std::vector<Link> links;
  given.routing->route(slot(given, from), slot(given, to), links);
  std::vector<std::string> names;
  for (const Link link : links) names.push_back(given.routing->name(link));
  return names;
}

using Way = std::vector<std::string>;

}  // namespace

TEST(FabricRoutes, FollowTheForwardingTables) {
  const FabricText text = square();
  const GivenTopology given = read_routed(text, tables(text));
  EXPECT_EQ(way(given, "a0", "b0"), (Way{"a0 -> leaf0", "leaf0 -> spine1", "spine1 -> leaf1", "leaf1 -> b0"}));
  EXPECT_EQ(way(given, "a0", "b1"),
            (Way{"a0 -> leaf0", "leaf0 -> spine0 (2 cables)", "spine0 -> leaf1", "leaf1 -> b1"}));
  EXPECT_EQ(way(given, "b1", "a1"), (Way{"b1 -> leaf1", "leaf1 -> spine1", "spine1 -> leaf0", "leaf0 -> a1"}));
  EXPECT_EQ(way(given, "a0", "a1"), (Way{"a0 -> leaf0", "leaf0 -> a1"}));
  EXPECT_EQ(way(given, "a0", "a0"), Way{});
  EXPECT_TRUE(given.notes.empty());
}

TEST(FabricRoutes, ParallelCablesAddBandwidth) {
  const FabricText text = square();
  const GivenTopology given = read_routed(text, tables(text));
  std::vector<Link> links;
  given.routing->route(slot(given, "a0"), slot(given, "b1"), links);
  ASSERT_EQ(links.size(), 4u);
  EXPECT_DOUBLE_EQ(given.routing->bandwidth(links[1]), 64);
  EXPECT_DOUBLE_EQ(given.routing->bandwidth(links[2]), 32);
  EXPECT_LT(*std::max_element(links.begin(), links.end()), given.routing->links());
}

TEST(FabricRoutes, WithoutTablesShortestWaysAreSpread) {
  const GivenTopology given = read_fabric(square());
  const Way one = way(given, "a0", "b0"), other = way(given, "a0", "b1");
  ASSERT_EQ(one.size(), 4u);
  ASSERT_EQ(other.size(), 4u);
  EXPECT_EQ(one.front(), "a0 -> leaf0");
  EXPECT_EQ(one.back(), "leaf1 -> b0");
  EXPECT_NE(one[1], other[1]);
  EXPECT_TRUE(given.notes.empty());
}

TEST(FabricRoutes, MissingEntriesCirclesAndWrongHostsAreCounted) {
  const FabricText text = square();
  std::string circle = text.routes("leaf0", {{"b0", text.port("leaf0", "spine0")}, {"b1", text.port("leaf0", "a1")}});
  circle += text.routes("spine0", {{"b0", text.port("spine0", "leaf0")}});
  circle += text.routes("leaf1", {{"a0", 77}});
  const GivenTopology given = read_routed(text, circle);
  for (const char* to : {"b0", "b1"}) {
    const Way found = way(given, "a0", to);
    ASSERT_EQ(found.size(), 4u) << to;
    EXPECT_EQ(found.back(), fmt::format("leaf1 -> {}", to));
  }
  EXPECT_EQ(way(given, "b0", "a0").size(), 4u);
  ASSERT_EQ(given.notes.size(), 1u);
  EXPECT_THAT(given.notes[0],
              ::testing::StartsWith("4 of 8 ways from a switch to a host are not in the forwarding tables"));
}

TEST(FabricRoutes, AHostAtTheSwitchItselfNeedsNoEntry) {
  const FabricText text = square();
  const GivenTopology given = read_routed(text, text.routes("leaf0", {{"b0", text.port("leaf0", "spine1")}}) +
                                                    text.routes("spine1", {{"b0", text.port("spine1", "leaf1")}}));
  EXPECT_EQ(way(given, "a1", "b0"), (Way{"a1 -> leaf0", "leaf0 -> spine1", "spine1 -> leaf1", "leaf1 -> b0"}));
  ASSERT_EQ(given.notes.size(), 1u);
  EXPECT_THAT(given.notes[0], ::testing::StartsWith("3 of 8 ways"));
}

TEST(FabricRoutes, ASwitchWithoutAnEntrySendsOnByAShortestWay) {
  const FabricText text = square();
  const int up = text.port("leaf0", "spine1"), elsewhere = text.port("spine1", "leaf1");
  const GivenTopology given =
      read_routed(text, text.routes("leaf0", {{"b0", up}, {"b1", up}}) + text.routes("spine1", {{"a0", elsewhere}}));
  for (const char* to : {"b0", "b1"}) {
    EXPECT_EQ(way(given, "a0", to),
              (Way{"a0 -> leaf0", "leaf0 -> spine1", "spine1 -> leaf1", fmt::format("leaf1 -> {}", to)}))
        << "leaf0 has an entry, which stands";
  }
}

TEST(FabricRoutes, OfUnknownSwitchesAreLeftOut) {
  FabricText larger = square();
  larger.add_switch("other");
  const FabricText text = square();
  const GivenTopology given = read_routed(text, tables(text) + larger.routes("other", {{"a0", 1}}));
  EXPECT_TRUE(given.notes.empty());
}

TEST(FabricRoutes, OfARing) {
  FabricText text;
  for (const char* name : {"s0", "s1", "s2", "s3"}) text.add_switch(name);
  for (const char* name : {"n0", "n1", "n2", "n3"}) text.add_host(name);
  for (const char* i : {"0", "1", "2", "3"}) text.cable(fmt::format("s{}", i), fmt::format("n{}", i));
  for (int i = 0; i < 4; ++i) text.cable(fmt::format("s{}", i), fmt::format("s{}", (i + 1) % 4));
  const GivenTopology given = read_fabric(text);
  EXPECT_EQ(way(given, "n0", "n1"), (Way{"n0 -> s0", "s0 -> s1", "s1 -> n1"}));
  EXPECT_EQ(way(given, "n0", "n2").size(), given.topology->distance(slot(given, "n0"), slot(given, "n2")));
}

}  // namespace topomorph::topology::infiniband
