// The time of the busiest link and the busiest process, computed by hand.
#include "core/evaluation/static_time.h"

#include "core/model/groups.h"
#include "tests/core/testing.h"

namespace topomorph::evaluation {
namespace {

using wire::Reach;

const TreeTopology& tree() {  // two hosts of two slots
  static const TreeTopology two_hosts({{"host", 1, {0, 2, 4}}, {"cluster", 10, {0, 4}}});
  return two_hosts;
}

/// Inside: 1 us to send, 2 us to receive. Between hosts: 10 MB/s, 10 us and 20 us.
CostOptions measured() {
  const std::vector<formats::ProfiledPair> pairs = {{Reach::Host, 0, 1, 5e-6, 1e6, 0, 0, 1e-6, 2e-6},
                                                    {Reach::Network, 0, 2, 1e-4, 1e6, 0, 0, 1e-5, 2e-5}};
  CostOptions cost{CostModel::HopBytes, {}, 1};
  cost.network = NetworkCosts(pairs);
  cost.costs = *costs_of(tree(), 1, cost.network);
  return cost;
}

TEST(StaticTime, AddsTheBusiestLinkAndTheBusiestProcess) {
  const Affinity affinity = Affinity::from_traffic(4, {{0, 1, 9000000, 100}, {0, 2, 600, 3}, {3, 1, 500, 2}});
  const double link = 600 / 1e6, first = 100 * 1e-6 + 3 * 1e-5;  // role 0 sends; role 1 has 100 * 2 us + 2 * 20 us
  const double second = 100 * 2e-6 + 2 * 2e-5;
  EXPECT_GT(second, first);
  EXPECT_NEAR(static_seconds(affinity, tree(), {0, 1, 2, 3}, measured()), link + second, 1e-12)
      << "bytes inside a host load no link";
  EXPECT_NEAR(static_seconds(affinity, tree(), {0, 2, 1, 3}, measured()), 9 + 100 * 2e-5 + 2 * 2e-6, 1e-9);
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
  EXPECT_NEAR(static_seconds(as_group, tree(), {0, 1, 2, 3}, measured()),
              static_seconds(as_pairs, tree(), {0, 1, 2, 3}, measured()), 1e-9);
}

}  // namespace
}  // namespace topomorph::evaluation
