// Predicted times: cases computed by hand, and files of latencies and bandwidths.
#include "core/evaluation/prediction.h"

#include "core/topology/spec.h"
#include "tests/core/evaluation/two_hosts.h"
#include "tests/core/testing.h"

namespace topomorph::evaluation {
namespace {

using testing::two_hosts;

Affinity hundreds_of_bytes() {
  return Affinity::from_traffic(4, {{0, 1, 1000, 10}, {0, 2, 600, 3}, {3, 1, 500, 2}, {2, 0, 50, 1}, {3, 3, 9, 9}});
}

TEST(Prediction, AddsUpLatencyAndBandwidthOfEachLevel) {
  const TreeCosts costs{{{1e-6, 1e9}, {50e-6, 1e7}}, false};
  const Prediction prediction = predict(hundreds_of_bytes(), two_hosts(), {0, 1, 2, 3}, costs);
  EXPECT_DOUBLE_EQ(prediction.seconds, 10 * 1e-6 + 1000 / 1e9 + 6 * 50e-6 + 1150 / 1e7);
}

TEST(Prediction, FindsTheBusiestLink) {
  const TreeCosts costs{{{0, 1e9}, {0, 1e7}}, false};
  const BusiestLink link = predict(hundreds_of_bytes(), two_hosts(), {0, 1, 2, 3}, costs).busiest;
  EXPECT_EQ(link.level, 1U);
  EXPECT_EQ(link.bytes, 600U) << "leave host 0; 550 come";
  EXPECT_DOUBLE_EQ(link.seconds, 600 / 1e7);
  const BusiestLink inside =
      predict(hundreds_of_bytes(), two_hosts(), {0, 1, 2, 3}, {{{0, 1e5}, {0, 1e5}}, false}).busiest;
  EXPECT_EQ(inside.level, 0U) << "slot 0 has 1600 to send, as slow as the links of hosts";
  EXPECT_EQ(inside.node, 0U);
  EXPECT_EQ(inside.bytes, 1600U);
}

TEST(Prediction, TheBusiestLinkMayBeThatOfAReceiver) {
  const Affinity affinity = Affinity::from_traffic(4, {{2, 0, 500, 1}, {3, 0, 700, 1}, {1, 3, 600, 1}});
  const BusiestLink link = predict(affinity, two_hosts(), {0, 1, 2, 3}, {{{0, 1e5}, {0, 1e7}}, false}).busiest;
  EXPECT_EQ(link.level, 0U);
  EXPECT_EQ(link.node, 0U);
  EXPECT_EQ(link.bytes, 1200U);
}

TEST(Prediction, RolesOnOneSlotTalkForNothing) {
  const Prediction prediction = predict(hundreds_of_bytes(), two_hosts(), {0, 0, 0, 0}, assumed_costs(two_hosts()));
  EXPECT_EQ(prediction.seconds, 0);
  EXPECT_EQ(prediction.busiest.seconds, 0);
}

/// Members that send different volumes, on packages and hosts of different sizes.
TEST(Prediction, AGroupTakesAsLongAsItsPairs) {
  const TreeTopology tree({{"Package", 1, {0, 2, 3, 6, 8}}, {"host", 2, {0, 3, 8}}, {"cluster", 9, {0, 8}}});
  const GroupTraffic group{{0, 1, 2, 3, 5}, {400, 1200, 0, 8000, 4000}, {4, 8, 0, 40, 12}};
  const std::vector<Traffic> others = {{4, 0, 700, 3}, {1, 4, 100, 9}};
  std::vector<Traffic> pairs = others;
  for (std::size_t from = 0; from < group.members.size(); ++from) {
    for (const Role to : group.members) {
      if (to != group.members[from])
        pairs.push_back({group.members[from], to, group.bytes[from] / 4, group.messages[from] / 4});
    }
  }
  Affinity with_group = Affinity::from_traffic(6, others);
  with_group.add_groups({group});
  const Affinity as_pairs = Affinity::from_traffic(6, pairs);
  const Mapping mapping = {7, 0, 2, 1, 4, 5};
  for (const double inside : {1e9, 1e5}) {  // the busiest link is that of a host, then that of a process
    const TreeCosts costs{{{1e-6, inside}, {2e-6, 5e8}, {5e-5, 1e7}}, false};
    const Prediction of_group = predict(with_group, tree, mapping, costs),
                     of_pairs = predict(as_pairs, tree, mapping, costs);
    EXPECT_NEAR(of_group.seconds, of_pairs.seconds, 1e-12);
    EXPECT_EQ(of_group.busiest.level, of_pairs.busiest.level);
    EXPECT_EQ(of_group.busiest.level, inside > 1e8 ? 2U : 0U);
    EXPECT_EQ(of_group.busiest.node, of_pairs.busiest.node);
    EXPECT_EQ(of_group.busiest.bytes, of_pairs.busiest.bytes);
    EXPECT_NEAR(of_group.busiest.seconds, of_pairs.busiest.seconds, 1e-12);
  }
}

TEST(LevelCosts, AreReadByNameAndFillGaps) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.write("costs", "# a comment\nhost 0.5 8000\n\ncluster 60 12.5 # by ping-pong\n");
  const TreeCosts costs =
      costs_of(TreeTopology({{"Package", 1, {0, 1, 2, 4}}, {"host", 2, {0, 2, 4}}, {"cluster", 9, {0, 4}}}),
               read_level_costs(path));
  EXPECT_FALSE(costs.assumed);
  ASSERT_EQ(costs.levels.size(), 3U);
  EXPECT_DOUBLE_EQ(costs.levels[0].latency, 0.5e-6);
  EXPECT_DOUBLE_EQ(costs.levels[1].bandwidth, 8e9);
  EXPECT_DOUBLE_EQ(costs.levels[2].bandwidth, 12.5e6);
  EXPECT_DOUBLE_EQ(costs.slowdown(), 640);
}

TEST(LevelCosts, AreReadAsNumbersAndNeverFallOutwards) {
  const TreeCosts costs = costs_of(two_hosts(), read_level_costs("2/1000:1/4000"));
  EXPECT_DOUBLE_EQ(costs.levels[1].latency, 2e-6) << "as far as the level below at least";
  EXPECT_DOUBLE_EQ(costs.levels[1].bandwidth, 1e9);
}

TEST(LevelCosts, FitATreeOfAsManyLevelsWhateverTheirNames) {
  const testing::TemporaryFolder folder;
  const LevelCosts costs = read_level_costs(folder.write("costs", "rack 1 8000\nhall 60 12.5\n"));
  const TreeCosts fitted = costs_of(two_hosts(), costs);
  ASSERT_EQ(fitted.levels.size(), 2U);
  EXPECT_DOUBLE_EQ(fitted.levels[0].bandwidth, 8e9);
  EXPECT_DOUBLE_EQ(fitted.levels[1].latency, 60e-6);
  EXPECT_INPUT_ERROR(costs_of(TreeTopology({{"host", 1, {0, 4}}}), costs), "expected host, or any 1 names");
}

TEST(LevelCosts, FitInOrderUnlessANameHasAnotherPlace) {
  const testing::TemporaryFolder folder;
  const auto bandwidths = [&](const std::string& text) {  // of the levels host and cluster
    std::vector<double> found;
    for (const LinkCost& level : costs_of(two_hosts(), read_level_costs(folder.write("costs", text))).levels)
      found.push_back(level.bandwidth);
    return found;
  };
  EXPECT_EQ(bandwidths("host 1 8000\ngroup 60 10\n"), (std::vector<double>{8e9, 1e7}));
  EXPECT_EQ(bandwidths("Package 1 8000\ncluster 60 10\n"), (std::vector<double>{8e9, 1e7}));
  EXPECT_EQ(bandwidths("Package 1 8000\nhost 2 4000\n"), (std::vector<double>{4e9, 4e9})) << "host is the second";
  EXPECT_EQ(bandwidths("cluster 60 10\nhost 1 8000\n"), (std::vector<double>{8e9, 1e7})) << "in another order";
}

TEST(LevelCosts, SurviveAFile) {
  const testing::TemporaryFolder folder;
  const LevelCosts costs{{{"host", {1.25e-6, 3e9}}, {"cluster", {1e-4, 11.5e6}}}};
  write_level_costs(costs, "measured by a test", folder.file("costs"));
  const LevelCosts read = read_level_costs(folder.file("costs"));
  ASSERT_EQ(read.levels.size(), 2U);
  EXPECT_EQ(read.levels[1].name, "cluster");
  EXPECT_NEAR(read.levels[1].cost.latency, 1e-4, 1e-9);
  EXPECT_NEAR(read.levels[1].cost.bandwidth, 11.5e6, 1e3);
}

TEST(LevelCosts, RefusesBadInput) {
  const testing::TemporaryFolder folder;
  const auto read = [&](const std::string& text) { read_level_costs(folder.write("costs", text)); };
  EXPECT_INPUT_ERROR(read("host 1 2\nhost 1 2\n"), "costs:2: found the level \"host\" a second time");
  EXPECT_INPUT_ERROR(read("host 1 0\n"), "costs:1: found \"host 1 0\", expected a level");
  EXPECT_INPUT_ERROR(read("host -1 5\n"), "costs:1:");
  EXPECT_INPUT_ERROR(read("host 1 nan\n"), "costs:1:");
  EXPECT_INPUT_ERROR(read("host 1 5 6\n"), "costs:1:");
  EXPECT_INPUT_ERROR(read("# nothing\n"), "the file holds no levels");
  EXPECT_INPUT_ERROR(read_level_costs("1/2:3"), "found \"3\", expected LATENCY/BANDWIDTH");
  EXPECT_INPUT_ERROR(read_level_costs(folder.file("absent")), "cannot be read");
  EXPECT_INPUT_ERROR(costs_of(two_hosts(), read_level_costs("1/9:2/8:3/7")),
                     "found level costs of 3 levels, expected 2 at the most: host, cluster, from the slots up");
  EXPECT_INPUT_ERROR(costs_of(two_hosts(), read_level_costs(folder.write("costs", "rack 1 2\n"))),
                     "expected host, cluster");
}

TEST(Prediction, HostsOfASwitchShareItsCables) {
  const auto topology = topology::parse_topology("tree:4:2");
  const Affinity affinity = Affinity::from_traffic(8, {{0, 4, 500, 1}, {1, 5, 500, 1}, {2, 6, 500, 1}, {3, 7, 400, 1}});
  const auto busiest = [&](const std::string& costs) {
    return predict(affinity, *as_tree(*topology), {0, 1, 2, 3, 4, 5, 6, 7},
                   costs_of(*as_tree(*topology), read_level_costs(costs)))
        .busiest;
  };
  EXPECT_EQ(busiest("0/100:0/400").level, 0U) << "a host's own 500 take longer than the 1900 of all";
  EXPECT_EQ(busiest("0/100:0/200").level, 1U);
  EXPECT_DOUBLE_EQ(busiest("0/100:0/200").seconds, 1900 / 200e6);
}

}  // namespace
}  // namespace topomorph::evaluation
