// Platforms of trees and networks have the latencies and rates that their topology says.
#include "core/replay/platform.h"

#include "core/replay/paths.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/shapes/routing_of.h"
#include "core/topology/spec.h"
#include "tests/core/replay/machines.h"

namespace topomorph::replay {
namespace {

using namespace testing;

/// Two leaf switches of two hosts of two packages of two cores.
TreeTopology tree() {
  const std::vector<std::uint64_t> arities = {2, 2, 2, 2};
  return TreeTopology::regular(arities);
}
const evaluation::TreeCosts kCosts = {{{1e-6, 8e9}, {2e-6, 4e9}, {1e-5, 1e9}, {3e-5, 5e8}}, false};

double time_between(Slot a, Slot b, const Platform& platform) {
  const trace::Trace trace = trace_of({{trace::send(1, 1000000)}, {trace::receive(0)}});
  return replay(trace, platform, {a, b}, exact())->seconds;
}

TEST(Platform, TreesHaveTheCostsOfTheirLevels) {
  const TreeTopology machine = tree();
  Platform platform = tree_platform(machine, kCosts, 2);
  platform.eager_limit = 1 << 30;
  EXPECT_NEAR(time_between(0, 1, platform), 1e-6 + 1e6 / 8e9, 1e-12);
  EXPECT_NEAR(time_between(0, 2, platform), 2e-6 + 1e6 / 4e9, 1e-12);
  EXPECT_NEAR(time_between(0, 4, platform), 1e-5 + 1e6 / 1e9, 1e-12);
  EXPECT_NEAR(time_between(0, 8, platform), 3e-5 + 1e6 / 5e8, 1e-12);
  EXPECT_EQ(platform.host_of, (std::vector<std::uint32_t>{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3}));
}

TEST(Platform, LinksInsideAHostAreNotShared) {
  const TreeTopology machine = tree();
  const Platform platform = tree_platform(machine, kCosts, 2);
  const trace::Trace trace = trace_of({{trace::send(1, 1000)}, {trace::receive(0)}});
  const Result result = *replay(trace, platform, {0, 4}, exact());
  ASSERT_EQ(result.links.size(), 2);
  EXPECT_EQ(platform.routing->name(result.links[0].link), "level2 0 up");
  EXPECT_EQ(platform.routing->name(result.links[1].link), "level2 1 down");
}

TEST(Platform, NetworksHaveALatencyForEachLink) {
  const auto ring = topology::parse_topology("torus:6");
  std::vector<std::uint32_t> hosts(6);
  std::iota(hosts.begin(), hosts.end(), 0U);
  Platform platform = network_platform(topology::routing_of(*ring), hosts, 1e-5, 1e-6, kInside);
  platform.link_bandwidth = kRate;
  platform.eager_limit = 1 << 30;
  EXPECT_NEAR(time_between(0, 1, platform), 1e-5 + 1e-6 + 1, 1e-9);
  EXPECT_NEAR(time_between(0, 3, platform), 1e-5 + 3e-6 + 1, 1e-9);
}

TEST(Platform, AMeasuredNetworkBringsProcessorTimeAndBursts) {
  const TreeTopology machine = tree();
  const std::vector<formats::ProfiledPair> pairs = {
      {wire::Reach::Host, 0, 1, 5e-6, 4e9, 0, 0, 1e-6, 2e-6},
      {wire::Reach::Network, 0, 4, 1e-4, 5e8, 65536, 1e9, 7e-6, 13e-6, 0.1}};
  evaluation::CostOptions cost{evaluation::CostModel::HopBytes, {}, 2};
  cost.network = evaluation::NetworkCosts(pairs);
  cost.costs = *evaluation::costs_of(machine, 2, cost.network);
  const Platform platform = platform_of(machine, cost);
  EXPECT_DOUBLE_EQ(platform.inside_host.send, 1e-6);
  EXPECT_DOUBLE_EQ(platform.inside_host.receive, 2e-6);
  EXPECT_DOUBLE_EQ(platform.between_hosts.send, 7e-6);
  EXPECT_DOUBLE_EQ(platform.between_hosts.receive, 13e-6);
  EXPECT_EQ(platform.waiting, 0.1);
  EXPECT_EQ(platform.burst.bytes, 65536);
  EXPECT_EQ(platform.burst.rate, 1e9);
  EXPECT_NEAR(platform.cost(0, 2).latency, 2e-6, 1e-12) << "processor time is in the half of a round trip";
  EXPECT_NEAR(platform.cost(0, 8).latency, 8e-5, 1e-12);
}

evaluation::CostOptions costs(const evaluation::TreeCosts& levels, std::size_t host_level) {
  evaluation::CostOptions cost;
  cost.costs = levels;
  cost.host_level = host_level;
  return cost;
}

constexpr double kBytes = 1e6 + 16;  // of a message between hosts, with its envelope

TEST(PlatformOf, TreesHaveTheirLevels) {
  const TreeTopology machine = tree();
  Platform platform = platform_of(machine, costs(kCosts, 2));
  platform.eager_limit = 1 << 30;
  EXPECT_NEAR(time_between(0, 8, platform), 3e-5 + kBytes / 5e8, 1e-12);
  EXPECT_EQ(platform.host_of[3], 0);
  EXPECT_EQ(platform.host_of[4], 1);
}

/// The routes of four hosts of four slots at one switch: a cable of 100 Gbit/s to each, and one from it.
class Star final : public Routing {
 public:
  std::uint64_t links() const override { return 8; }
  std::string name(Link link) const override { return std::to_string(link); }
  double bandwidth(Link) const override { return 100; }
  void route(Slot a, Slot b, std::vector<Link>& path) const override {
    if (a / 4 != b / 4) path.insert(path.end(), {a / 4, 4 + b / 4});
  }
};

TEST(PlatformOf, GivenRoutesOfATreeHaveTheRatesOfItsHosts) {
  const TreeTopology machine = tree();
  evaluation::CostOptions cost = costs(kCosts, 2);
  cost.routing = topology::routing_of(machine, std::make_shared<Star>());
  Platform platform = platform_of(machine, cost);
  platform.eager_limit = 1 << 30;
  EXPECT_EQ(platform.routing, cost.routing);
  EXPECT_NEAR(time_between(0, 4, platform), 1e-5 + kBytes / 1e9, 1e-12);
  EXPECT_NEAR(time_between(0, 8, platform), 3e-5 + kBytes / 1e9, 1e-12) << "its cables are as fast as those of 0 and 4";
}

TEST(PlatformOf, PlacesOfANetworkAreHosts) {
  const auto machines = topology::parse_topology("torus:4+tree:2");
  evaluation::CostOptions cost;
  cost.per_distance = {1e-6, 1e9};
  Platform platform = platform_of(*machines, cost);
  platform.eager_limit = 1 << 30;
  EXPECT_EQ(platform.host_of, (std::vector<std::uint32_t>{0, 0, 1, 1, 2, 2, 3, 3}));
  for (const Slot other : {1, 2, 4}) {
    const auto distance = static_cast<double>(machines->distance(0, other));
    const double links = other == 4 ? static_cast<double>(machines->distance(0, 2)) : distance;
    const double bytes = other == 1 ? 1e6 : kBytes;
    EXPECT_NEAR(time_between(0, other, platform), 1e-6 * distance + bytes / 1e9 * links, 1e-9) << other;
  }
}

TEST(PlatformOf, MachinesInPlacesMayHaveCostsOfTheirOwn) {
  const auto machines = topology::parse_topology("torus:4+tree:2:2");
  const auto scale = static_cast<double>(topology::as_composed(*machines)->scale());
  evaluation::CostOptions cost;
  cost.per_distance = {5e-7 / scale, 1.25e9 * scale};  // a hop takes 0.5 us, and 1250 MB/s
  cost.inside = {{1e-7, 16e9}, {2e-7, 8e9}};
  Platform platform = platform_of(*machines, cost);
  platform.eager_limit = 1 << 30;
  EXPECT_NEAR(time_between(0, 1, platform), 1e-7 + 1e6 / 16e9, 1e-12);
  EXPECT_NEAR(time_between(0, 2, platform), 2e-7 + 1e6 / 8e9, 1e-12);
  EXPECT_NEAR(time_between(0, 4, platform), 5e-7 + kBytes / 1.25e9, 1e-12);
  EXPECT_NEAR(time_between(0, 8, platform), 1e-6 + kBytes / 1.25e9, 1e-12) << "two hops";
  const Affinity pairs = Affinity::from_traffic(3, {{0, 1, 1000000, 1}, {0, 2, 1000000, 1}});
  EXPECT_NEAR(evaluation::predict_by(pairs, *machines, {0, 2, 8}, cost).seconds,
              2e-7 + 1e6 / 8e9 + 1e-6 + 2 * 1e6 / 1.25e9, 1e-12)
      << "alone, each byte pays for its distance";
}

TEST(PlatformOf, UnknownRoutesAreRefused) {
  const topomorph::testing::TemporaryFolder folder;
  const std::string distances = "0 7 31 2\n7 0 5 23\n31 5 0 11\n2 23 11 0\n";
  const auto table = topology::parse_topology("qaplib:" + folder.write("four.dat", "4\n" + distances + distances));
  EXPECT_INPUT_ERROR(platform_of(*table, {}), "expected a topology whose routes are known");
}

TEST(Platform, ForgottenRoutesAreMadeAgain) {
  const Platform platform = star(8);
  const Mapping mapping = identity(8);
  LinkSharing sharing(0, {}, nullptr);
  Paths paths(platform, mapping, sharing, 3);
  const std::uint32_t busy = paths.find(0, 1).route;
  sharing.start(0, busy, 1000, 0);
  for (std::uint32_t i = 0; i < 8; ++i) {
    for (std::uint32_t j = 0; j < 8; ++j) {
      if (i == j) continue;
      const Path path = paths.find(i, j);
      const auto links = sharing.links_of(path.route);
      ASSERT_EQ(links.size(), 2);
      EXPECT_EQ(paths.links()[links[0]], i);
      EXPECT_EQ(paths.links()[links[1]], 8 + j);
      EXPECT_LE(path.route, 4);
    }
  }
  EXPECT_EQ(paths.find(0, 1).route, busy);
}

TEST(Platform, RefusesWhatIsNoMachine) {
  const auto refusal = [](const Platform& platform) {
    try {
      check(platform);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal(star(2)), "");
  EXPECT_EQ(refusal(Platform()), "replay: the machine has no routes or no latencies");
  Platform platform = star(2);
  platform.link_bandwidth = 0;
  EXPECT_EQ(refusal(platform), "replay: the bandwidth of a link is 0");
  platform = star(2);
  platform.between_hosts.send = -1;
  EXPECT_EQ(refusal(platform), "replay: the processor time of a send between hosts is -1");
  platform = star(2);
  platform.cores = {4};
  EXPECT_EQ(refusal(platform), "replay: host 1 has no number of cores");
}

/// Four hosts of one switch send to four of another at once.
double four_flows(const std::string& spec, const std::string& costs) {
  const auto topology = topology::parse_topology(spec);
  const TreeTopology& machine = *as_tree(*topology);
  Platform platform = tree_platform(machine, costs_of(machine, evaluation::read_level_costs(costs)), 1);
  platform.eager_limit = 1 << 30;
  std::vector<std::vector<trace::Step>> steps;
  for (std::uint32_t r = 0; r < 4; ++r) steps.push_back({trace::send(r + 4, 1000000000)});
  for (std::uint32_t r = 0; r < 4; ++r) steps.push_back({trace::receive(r)});
  return replay(trace_of(steps), platform, {0, 1, 2, 3, 4, 5, 6, 7}, exact())->seconds;
}

TEST(Platform, HostsOfASwitchShareItsCables) {
  EXPECT_NEAR(four_flows("tree:1:host:4:2", "0/8000:0/1250:0/5000"), 0.8, 1e-9);
  EXPECT_NEAR(four_flows("tree:1:host:4:2", "0/8000:0/1250:0/1250"), 3.2, 1e-9);
  EXPECT_NEAR(four_flows("tree:1:host:4/2:2", "0/8000:0/1250:0/1250"), 1.6, 1e-9);
  EXPECT_NEAR(four_flows("tree:1:host:4/4:2", "0/8000:0/1250:0/1250"), 0.8, 1e-9);
}

}  // namespace
}  // namespace topomorph::replay
