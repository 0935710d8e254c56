// Tests the summary of a topology: text, JSON and distance statistics.
#include "core/topology/export/summary.h"

#include <nlohmann/json.hpp>

#include "core/model/tree.h"
#include "core/topology/export/distance_statistics.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/shapes/grid.h"
#include "core/topology/shapes/network.h"
#include "tests/core/topology/export/exported.h"
#include "tests/core/topology/lists.h"

namespace topomorph::testing {

using namespace topology;
namespace {

TEST(Outline, EqualObjectsAreOneLine) {
  EXPECT_EQ(summary_text(given(TreeTopology::regular(Sizes{6, 2, 4}, Sizes{1, 4, 103}))),
            "tree of 4 x 2 x 6 slots\n48 slots\ndiameter 103, average distance 79.51\n"
            "level3 (48 slots, distance 103)\n  4 x level2 (12 slots each, distance 4)\n"
            "    2 x level1 (6 slots each, distance 1)\n      6 x slot\n");
}

TEST(Outline, CablesAreToldWhereTheyAreKnown) {
  const std::vector<TreeLevel> levels = {
      {"host", 2, {0, 1, 2, 3, 4}}, {"leaf", 4, {0, 2, 4}, {16}}, {"pod", 5, {0, 4}, {1, 4}}, {"top", 6, {0, 4}}};
  EXPECT_THAT(
      summary_text(given(TreeTopology(levels))),
      ::testing::EndsWith("top (4 slots, distance 6)\n  pod (4 slots, distance 5, one cable up, 4 times as fast)\n"
                          "    2 x leaf (2 slots each, distance 4, 16 cables up)\n"
                          "      2 x host (1 slot each)\n        slot\n"));
}

TEST(Outline, UnequalObjectsAreApart) {
  const std::vector<Slot> kept = {0, 1, 2, 3, 4, 5, 8};
  EXPECT_THAT(
      summary_text(given(TreeTopology::regular(Sizes{2, 2, 3}).restricted_to(kept))),
      ::testing::EndsWith("level3 (7 slots, distance 6)\n"
                          "  level2 (4 slots, distance 4)\n    2 x level1 (2 slots each, distance 2)\n      2 x slot\n"
                          "  level2 (2 slots, distance 4)\n    level1 (2 slots, distance 2)\n      2 x slot\n"
                          "  level2 (1 slot)\n    level1 (1 slot)\n      slot\n"));
}

TEST(Outline, ManyDifferentObjectsAreCounted) {
  TreeLevel low{"host", 1, {0}};
  for (Slot host = 1; host <= 40; ++host) low.begin.push_back(low.begin.back() + host);
  const std::string text = summary_text(given(TreeTopology({low, {"switch", 2, {0, low.begin.back()}}})));
  EXPECT_THAT(text, ::testing::HasSubstr("  host (24 slots, distance 1)\n"));
  EXPECT_THAT(text, ::testing::EndsWith("  ... and 16 more\n"));
}

TEST(Outline, HostsAreNamedWhereSeveralAreTogether) {
  GivenTopology machine =
      given(TreeTopology({{"host", 1, {0, 2, 4, 6, 8, 11}}, {"switch", 2, {0, 4, 8, 11}}, {"top", 3, {0, 11}}}));
  machine.hosts = {{"n0", "n1", "n2", "n3", "big"}, {0, 2, 4, 6, 8, 11}};
  EXPECT_THAT(summary_text(machine),
              ::testing::EndsWith(
                  "5 hosts: big,n[0-3]\n"
                  "top (11 slots, distance 3)\n"
                  "  switch (4 slots, distance 2)  n[0-1]\n    2 x host (2 slots each, distance 1)\n      2 x slot\n"
                  "  switch (4 slots, distance 2)  n[2-3]\n"
                  "  switch (3 slots, distance 2)  big\n    host (3 slots, distance 1)\n      3 x slot\n"));
}

TEST(Outline, HostsAreSortedForPeople) {
  EXPECT_EQ(hosts_for_people({"n10", "n9", "n08", "m", "n11", "n07"}, 100), "m,n[9,07-08,10-11]");
  EXPECT_EQ(hosts_for_people({"n3", "n2", "b1", "a1", "c9"}, 10), "a1 ... n3");
}

TEST(Outline, SlotsOfANetworkAreItsHosts) {
  GivenTopology network = given(TreeTopology({{"switch", 2, {0, 2, 4}}, {"top", 4, {0, 4}}}));
  network.hosts = {{"a", "b", "c", "d"}, {0, 1, 2, 3, 4}};
  EXPECT_THAT(summary_text(network), ::testing::EndsWith("  switch (2 slots, distance 2)  a,b\n    2 x host\n"
                                                         "  switch (2 slots, distance 2)  c,d\n"));
}

TEST(Outline, NetworksWithMachines) {
  const auto mesh = std::make_shared<GridTopology>(GridTopology::mesh(Sizes{3}));
  const auto big = std::make_shared<TreeTopology>(TreeTopology::regular(Sizes{4}));
  const auto small = std::make_shared<TreeTopology>(TreeTopology::regular(Sizes{2}));
  const std::string text = summary_text(given(ComposedTopology(mesh, {big, small, big}, 8)));
  EXPECT_THAT(text, ::testing::HasSubstr("network: mesh of 3, distances times 8\n  2 links\nin its places:\n"
                                         "  2 x tree of 4 slots\n    level1 (4 slots, distance 2)\n      4 x slot\n"
                                         "  1 x tree of 2 slots\n"));
  EXPECT_THAT(text, ::testing::StartsWith("mesh of 3, 10 slots in its places\n10 slots\ndiameter 16, "));
}

TEST(Outline, AsJson) {
  const auto mesh = std::make_shared<GridTopology>(GridTopology::mesh(Sizes{3, 2}));
  const auto json = summary_json(given(RestrictedTopology(mesh, {5, 0, 1})));
  EXPECT_EQ(json["slots"], 3);
  EXPECT_TRUE(json["levels"].empty());
  EXPECT_EQ(json["diameter"], 3);
  EXPECT_EQ(json["average_distance"], 2.0);
  EXPECT_EQ(json["whole"]["dimensions"][1]["size"], 2);
  EXPECT_FALSE(json.contains("sampled_pairs"));
}

/// Compares the statistics with those of all pairs.
void expect_figures(const Topology& topology) {
  SCOPED_TRACE(topology.describe());
  double sum = 0;
  std::uint64_t diameter = 0;
  const std::uint64_t slots = topology.slots();
  for (Slot a = 0; a < slots; ++a) {
    for (Slot b = 0; b < slots; ++b) {
      sum += static_cast<double>(topology.distance(a, b));
      diameter = std::max(diameter, topology.distance(a, b));
    }
  }
  const DistanceStatistics statistics = distance_statistics(topology);
  EXPECT_EQ(statistics.diameter, diameter);
  EXPECT_NEAR(statistics.average, sum / static_cast<double>(slots * (slots - 1)), 1e-9);
  EXPECT_EQ(statistics.sampled, 0u);
}

TEST(Figures, AreThoseOfAllPairs) {
  const std::vector<Slot> kept = {0, 1, 5, 7, 8, 9};
  expect_figures(TreeTopology::regular(Sizes{3, 1, 4}, Sizes{2, 3, 9}));
  expect_figures(TreeTopology::regular(Sizes{2, 2, 3}).restricted_to(kept));
  expect_figures(TreeTopology::regular(Sizes{3, 1}, Sizes{2, 3}));
  expect_figures(GridTopology::mesh(Sizes{5, 1, 4}));
  expect_figures(GridTopology::torus(Sizes{5, 4, 2}));
  expect_figures(GridTopology({{5, true, 3}, {4, false, 2}}));
  expect_figures(TabledTopology(4, {5, 7, 2, 4, 5, 3}));
  EXPECT_EQ(distance_statistics(TreeTopology::regular(Sizes{1})).diameter, 0u);
}

TEST(Figures, OfLargeTopologiesAreSampled) {
  const auto mesh = std::make_shared<GridTopology>(GridTopology::mesh(Sizes{100, 100}));
  std::vector<Slot> all(10000);
  for (Slot slot = 0; slot < all.size(); ++slot) all[slot] = slot;
  const DistanceStatistics statistics = distance_statistics(RestrictedTopology(mesh, all));
  EXPECT_EQ(statistics.sampled, 1u << 20);
  EXPECT_NEAR(statistics.average, distance_statistics(*mesh).average, 0.2);
  EXPECT_LE(statistics.diameter, 198u);
}

}  // namespace
}  // namespace topomorph::testing
