// The time of the busiest link and the busiest process, computed by hand.
#include "core/evaluation/static_time.h"

#include "core/model/groups.h"
#include "tests/core/evaluation/two_hosts.h"
#include "tests/core/testing.h"

namespace topomorph::evaluation {
namespace {

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
