// A mapping saves what its cost model says: compared with all mappings of small instances.
#include "core/evaluation/cost_model.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <sstream>

#include "core/evaluation/prediction.h"
#include "core/mapping/portfolio/map.h"
#include "core/mapping/portfolio/map_by_cost.h"
#include "core/model/groups.h"
#include "core/settings/settings.h"
#include "core/topology/spec.h"
#include "tests/core/evaluation/two_hosts.h"
#include "tests/core/testing.h"

namespace topomorph::evaluation {

namespace {

using testing::random_affinity;

TreeTopology unequal_hosts() {
  return TreeTopology({{"Package", 1, {0, 2, 4, 6}}, {"host", 2, {0, 4, 6}}, {"cluster", 32, {0, 6}}});
}

double least_of_all(const Affinity& affinity, const TreeTopology& tree, const CostOptions& cost) {
  Mapping mapping(tree.slots());
  std::iota(mapping.begin(), mapping.end(), Slot{0});
  double least = 1e300;
  do {
    least = std::min(least, model_cost(affinity, tree, mapping, Weight::Bytes, cost));
  } while (std::next_permutation(mapping.begin(), mapping.end()));
  return least;
}

TEST(CostModel, TrafficBetweenHostsIsLeast) {
  const TreeTopology tree = unequal_hosts();
  for (const CostModel model : {CostModel::Bytes, CostModel::Messages}) {
    const CostOptions cost{model, assumed_costs(tree), host_level_of(tree)};
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const Affinity affinity = random_affinity(6, 14, seed);
      const Mapping mapping = mapping::map_by_cost(affinity, tree, {}, cost).mapping;
      EXPECT_EQ(model_cost(affinity, tree, mapping, Weight::Bytes, cost), least_of_all(affinity, tree, cost)) << seed;
    }
  }
}

TEST(CostModel, GroupsCountBetweenHosts) {
  const TreeTopology tree = unequal_hosts();  // slots 0 to 3, and 4 and 5
  const GroupTraffic group{{0, 3, 4, 5}, {30, 30, 60, 60}, {3, 3, 6, 6}};
  const Mapping identity = {0, 1, 2, 3, 4, 5};
  for (const std::uint64_t most_pairs : {std::uint64_t{0}, kMostGroupPairs}) {
    const Affinity affinity = affinity_of(6, {{0, 5, 7, 1}}, {group}, most_pairs);
    EXPECT_EQ(affinity.groups().empty(), most_pairs > 0);
    // each member sends a third of its volume to each of the two on the other host
    const CostOptions bytes{CostModel::Bytes, {}, 2}, messages{CostModel::Messages, {}, 2};
    EXPECT_EQ(model_cost(affinity, tree, identity, Weight::Bytes, bytes), 7 + 2 * 20 + 2 * 40);
    EXPECT_EQ(model_cost(affinity, tree, identity, Weight::Bytes, messages), 1 + 2 * 2 + 2 * 4);
  }
}

TEST(CostModel, TimeOfAllMessagesIsLeastWhereLevelsDifferByAFactor) {
  const TreeTopology tree = unequal_hosts();
  const CostOptions cost{CostModel::AlphaBeta, {{{1e-6, 1e8}, {2e-6, 5e7}, {16e-6, 6.25e6}}, false}, 2};
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Affinity affinity = random_affinity(6, 14, seed);
    const Mapping mapping = mapping::map_by_cost(affinity, tree, {}, cost).mapping;
    const double least = least_of_all(affinity, tree, cost);
    EXPECT_NEAR(model_cost(affinity, tree, mapping, Weight::Bytes, cost), least, 0.002 * least) << seed;
  }
}

TEST(CostModel, LatencyCountsWhereItIsLong) {
  // bytes connect 0 to 1 and 2 to 3, messages connect 0 to 2 and 1 to 3
  const Affinity affinity =
      Affinity::from_traffic(4, {{0, 1, 1000, 1}, {2, 3, 1000, 1}, {0, 2, 10, 50}, {1, 3, 10, 50}});
  const TreeTopology tree({{"host", 1, {0, 2, 4}}, {"cluster", 16, {0, 4}}});
  const auto map_with = [&](double latency) {
    return mapping::map_by_cost(affinity, tree, {}, {CostModel::AlphaBeta, {{{1e-7, 1e9}, {latency, 1e7}}, false}, 1})
        .mapping;
  };
  const Mapping by_bytes = map_with(1e-7), by_messages = map_with(1e-4);
  EXPECT_EQ(by_bytes[0] / 2, by_bytes[1] / 2);
  EXPECT_EQ(by_messages[0] / 2, by_messages[2] / 2);
}

TEST(CostModel, TheBusiestLinkIsRelieved) {
  const auto topology = topology::parse_topology("tree:4:8@1:16");
  const auto& tree = dynamic_cast<const TreeTopology&>(*topology);
  const CostOptions cost{CostModel::Bottleneck, assumed_costs(tree), 1};
  std::size_t better = 0;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const Affinity affinity = random_affinity(32, 150, seed);
    mapping::MapOptions options;
    options.pinned = {{0, 0}};
    if (seed >= 2) options.preset = mapping::Preset::Fast;  // a third of the time of the default
    const mapping::MapResult by_hops = mapping::map(affinity, tree, options),
                             by_link = mapping::map_by_cost(affinity, tree, options, cost);
    const double hops = model_cost(affinity, tree, by_hops.mapping, Weight::Bytes, cost);
    const double link = model_cost(affinity, tree, by_link.mapping, Weight::Bytes, cost);
    EXPECT_LE(link, hops * (1 + 1e-9)) << seed;
    better += link < 0.95 * hops ? 1 : 0;
    EXPECT_EQ(by_link.mapping[0], 0U);
    EXPECT_NO_THROW(check_mapping(by_link.mapping, 32, 32));
  }
  EXPECT_GE(better, 4U);
}

TEST(CostModel, MessagesToHostsOfOneCableMeetThere) {
  const auto topology = topology::parse_topology("tree:1:host:4/2:2");
  CostOptions cost{CostModel::Bottleneck, costs_of(*as_tree(*topology), read_level_costs("0/8000:0/1000:0/1000")), 1};
  const Affinity two_pairs = Affinity::from_traffic(4, {{0, 1, 1000000, 1}, {2, 3, 1000000, 1}});
  const auto busiest = [&](const Mapping& mapping) { return predict_by(two_pairs, *topology, mapping, cost).busiest; };
  const BusiestLink apart = busiest({0, 4, 1, 5}), together = busiest({0, 4, 1, 6});
  EXPECT_NEAR(apart.seconds, 1e-3, 1e-12);
  EXPECT_NEAR(together.seconds, 2e-3, 1e-12);
  EXPECT_EQ(together.name, "level2 0 cable 0 up");
  const mapping::MapResult found = mapping::map_by_cost(two_pairs, *topology, {}, cost);
  EXPECT_NEAR(model_cost(two_pairs, *topology, found.mapping, Weight::Bytes, cost), 1e-3, 1e-12);
}

TEST(CostModel, TheLaunchersOrderIsNotMadeWorse) {
  const TreeTopology tree = unequal_hosts();
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Affinity affinity = random_affinity(6, 14, seed);
    for (const CostModel model :
         {CostModel::HopBytes, CostModel::Bytes, CostModel::Messages, CostModel::AlphaBeta, CostModel::Bottleneck}) {
      const CostOptions cost{model, assumed_costs(tree), host_level_of(tree)};
      mapping::MapOptions options;
      options.algorithm = "random";
      options.seed = seed;
      options.launcher_order = mapping::map(affinity, tree, options).mapping;
      options.algorithm = "auto";
      const auto judge = [&](const Mapping& mapping) {
        return model_cost(affinity, tree, mapping, Weight::Bytes, cost);
      };
      EXPECT_LE(judge(mapping::map_by_cost(affinity, tree, options, cost).mapping), judge(*options.launcher_order))
          << seed;
    }
  }
}

TEST(CostModel, TheIdentityIsNotMadeWorse) {
  const auto topology = topology::parse_topology("mesh:4x4@1:3");
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    std::vector<Traffic> traffic;  // neighbours in the mesh: the identity is good, and hard to find from another start
    for (Role a = 0; a < 16; ++a) {
      if (a % 4 != 3) traffic.push_back({a, a + 1, 100 + (a * 7 + seed) % 11, 1});
      if (a < 12) traffic.push_back({a, a + 4, 100 + (a * 5 + seed) % 13, 1});
    }
    const Affinity affinity = Affinity::from_traffic(16, traffic);
    Mapping identity(16);
    std::iota(identity.begin(), identity.end(), Slot{0});
    for (const CostModel model : {CostModel::AlphaBeta, CostModel::Bottleneck}) {
      mapping::MapOptions options;
      options.preset = mapping::Preset::Fast;
      options.seed = seed;
      const CostOptions cost{model, {}, 0};
      const auto judge = [&](const Mapping& mapping) {
        return model_cost(affinity, *topology, mapping, Weight::Bytes, cost);
      };
      EXPECT_LE(judge(mapping::map_by_cost(affinity, *topology, options, cost).mapping), judge(identity)) << seed;
      options.algorithm = "random";  // not searched for
      EXPECT_EQ(mapping::map_by_cost(affinity, *topology, options, cost).mapping,
                mapping::map(affinity, *topology, options).mapping);
    }
  }
}

TEST(CostModel, UnknownNamesAreRefused) {
  EXPECT_EQ(cost_model_named("alpha-beta"), CostModel::AlphaBeta);
  EXPECT_INPUT_ERROR(cost_model_named("speed"), "found cost model 'speed', expected hop-bytes|bytes|messages");
}

TEST(CostModel, TheChoicesOfTheSettingAreTheNames) {
  std::istringstream choices(settings::get(settings::Id::Cost).choices);
  int models = 0;
  for (std::string name; std::getline(choices, name, '|'); ++models) {
    EXPECT_EQ(cost_model_named(name), static_cast<CostModel>(models)) << name;
  }
  EXPECT_EQ(models, static_cast<int>(CostModel::Bottleneck) + 1);
}

using testing::two_hosts;
using wire::Reach;

/// Inside: 1 us to send, 2 us to receive. Between hosts: 10 MB/s, 10 us and 20 us.
CostOptions measured() {
  const std::vector<formats::ProfiledPair> pairs = {{Reach::Host, 0, 1, 5e-6, 1e6, 0, 0, 1e-6, 2e-6},
                                                    {Reach::Network, 0, 2, 1e-4, 1e6, 0, 0, 1e-5, 2e-5}};
  CostOptions cost{CostModel::HopBytes, {}, 1};
  cost.network = NetworkCosts(pairs);
  cost.costs = *costs_of(two_hosts(), 1, cost.network);
  return cost;
}

TEST(StaticTime, AddsTheBusiestLinkAndTheBusiestProcess) {
  const Affinity affinity =
      Affinity::from_traffic(4, {{0, 1, 9000000, 100}, {0, 2, 600, 3}, {3, 1, 500, 2}, {3, 3, 9, 1000}});
  const double link = 600 / 1e6, first = 100 * 1e-6 + 3 * 1e-5;  // role 0 sends; role 1 has 100 * 2 us + 2 * 20 us
  const double second = 100 * 2e-6 + 2 * 2e-5;
  EXPECT_GT(second, first);
  EXPECT_NEAR(static_time(affinity, two_hosts(), {0, 1, 2, 3}, measured()).sum(), link + second, 1e-12)
      << "bytes inside a host load no link";
  EXPECT_NEAR(static_time(affinity, two_hosts(), {0, 2, 1, 3}, measured()).sum(), 9 + 100 * 2e-5 + 2 * 2e-6, 1e-9);
}

TEST(StaticTime, GroupsCountAsTheirPairs) {
  std::vector<Traffic> pairs;
  for (Role from = 0; from < 4; ++from) {
    for (Role to = 0; to < 4; ++to) {
      if (from != to) pairs.push_back({from, to, 1000, 10});
    }
  }
  const Affinity as_pairs = Affinity::from_traffic(4, pairs);
  Affinity as_group = Affinity::from_traffic(4, {});
  as_group.add_groups({{{0, 1, 2, 3}, {3000, 3000, 3000, 3000}, {30, 30, 30, 30}}});
  EXPECT_NEAR(static_time(as_group, two_hosts(), {0, 1, 2, 3}, measured()).sum(),
              static_time(as_pairs, two_hosts(), {0, 1, 2, 3}, measured()).sum(), 1e-9);
}

/// Two of three members on one host; each sends another number of messages.
TEST(StaticTime, AnUnequalGroupCountsAsItsPairs) {
  const GroupTraffic group{{0, 1, 3}, {2000, 600, 100}, {10, 60, 4}};
  std::vector<Traffic> pairs;
  for (std::size_t from = 0; from < 3; ++from) {
    for (const Role to : group.members) {
      if (to != group.members[from])
        pairs.push_back({group.members[from], to, group.bytes[from] / 2, group.messages[from] / 2});
    }
  }
  Affinity as_group = Affinity::from_traffic(4, {});
  as_group.add_groups({group});
  for (const Mapping& mapping : {Mapping{0, 2, 1, 3}, Mapping{0, 1, 2, 3}, Mapping{2, 0, 1, 3}}) {
    EXPECT_NEAR(static_time(as_group, two_hosts(), mapping, measured()).sum(),
                static_time(Affinity::from_traffic(4, pairs), two_hosts(), mapping, measured()).sum(), 1e-12);
  }
}

}  // namespace

}  // namespace topomorph::evaluation
