// Max-min fair rates: small cases by hand, and random ones beside a solver that computes all rates from their
// definition.
#include "core/replay/link_sharing.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "core/base/random.h"
#include "tests/core/testing.h"

namespace topomorph::replay {
namespace {

using Routes = std::vector<std::vector<std::uint32_t>>;

/// Raises all rates together; a transfer stops when one of its links is full.
std::vector<double> brute_force(const std::vector<double>& capacity, const Routes& routes) {
  std::vector<double> rates(routes.size(), 0);
  std::vector<bool> stopped(routes.size(), false);
  while (std::find(stopped.begin(), stopped.end(), false) != stopped.end()) {
    std::vector<double> left = capacity;
    std::vector<double> growing(capacity.size(), 0);
    for (std::size_t r = 0; r < routes.size(); ++r) {
      for (const std::uint32_t link : routes[r]) {
        left[link] -= rates[r];
        growing[link] += stopped[r] ? 0 : 1;
      }
    }
    double step = std::numeric_limits<double>::infinity();
    for (std::size_t l = 0; l < capacity.size(); ++l) {
      if (growing[l] > 0) step = std::min(step, left[l] / growing[l]);
    }
    for (std::size_t r = 0; r < routes.size(); ++r) {
      if (!stopped[r]) rates[r] += step;
    }
    for (std::size_t r = 0; r < routes.size(); ++r) {
      for (const std::uint32_t link : routes[r]) {
        if (growing[link] > 0 && left[link] - step * growing[link] < 1e-9 * capacity[link]) stopped[r] = true;
      }
    }
  }
  return rates;
}

struct Network {
  explicit Network(const std::vector<double>& capacity, Burst burst = {}) : sharing(0, burst, nullptr) {
    for (const double each : capacity) sharing.add_link(each);
  }
  LinkSharing::Route start(std::vector<std::uint32_t> links, double bytes = 1e12) {
    const auto route = sharing.add_route(std::move(links));
    sharing.start(0, route, bytes, route);
    return route;
  }
  LinkSharing sharing;
};

TEST(LinkSharing, BottleneckElsewhereLeavesTheRestToTheOthers) {
  Network network({10, 2});
  const auto a = network.start({0}), b = network.start({0}), c = network.start({0, 1});
  network.sharing.share(0);
  EXPECT_DOUBLE_EQ(network.sharing.rate(c), 2);
  EXPECT_DOUBLE_EQ(network.sharing.rate(a), 4);
  EXPECT_DOUBLE_EQ(network.sharing.rate(b), 4);
}

TEST(LinkSharing, TransfersOfOneRouteShareIt) {
  Network network({10});
  const auto a = network.start({0}, 100);
  network.sharing.start(0, a, 200, 7);
  network.sharing.share(0);
  EXPECT_DOUBLE_EQ(network.sharing.rate(a), 5);
  EXPECT_DOUBLE_EQ(network.sharing.next_finish(), 20);
  std::vector<std::uint32_t> done;
  network.sharing.finish(done);
  EXPECT_EQ(done, std::vector<std::uint32_t>{a});
  network.sharing.share(20);
  EXPECT_DOUBLE_EQ(network.sharing.next_finish(), 30);
}

TEST(LinkSharing, LinkThatBeginsToLimitSlowsOthers) {
  Network network({6, 10, 6});
  const auto ends = network.start({0}, 3);
  const auto grows = network.start({0, 1}), slowed = network.start({1, 2});
  network.sharing.share(0);
  EXPECT_DOUBLE_EQ(network.sharing.rate(grows), 3);
  EXPECT_DOUBLE_EQ(network.sharing.rate(slowed), 6);
  std::vector<std::uint32_t> done;
  network.sharing.finish(done);
  ASSERT_EQ(done, std::vector<std::uint32_t>{ends});
  network.sharing.share(1);
  EXPECT_DOUBLE_EQ(network.sharing.rate(grows), 5);
  EXPECT_DOUBLE_EQ(network.sharing.rate(slowed), 5);
}

TEST(LinkSharing, RandomTransfersHaveTheRatesOfTheDefinition) {
  Random random(7);
  for (int instance = 0; instance < 300; ++instance) {
    std::vector<double> capacity(2 + random.below(12));
    for (double& each : capacity) each = 1 + static_cast<double>(random.below(20));
    Network network(capacity);
    Routes routes;
    std::vector<LinkSharing::Route> numbers;
    for (std::uint64_t i = 0; i < 1 + random.below(25); ++i) {
      const auto order = random.permutation<std::uint32_t>(capacity.size());
      const std::uint64_t length = 1 + random.below(std::min<std::uint64_t>(4, capacity.size()));
      routes.emplace_back(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(length));
      numbers.push_back(network.start(routes.back()));
      if (random.below(3) == 0) network.sharing.share(0);  // later ones change what is already computed
    }
    network.sharing.share(0);
    const auto rates = brute_force(capacity, routes);
    for (std::size_t r = 0; r < routes.size(); ++r) {
      ASSERT_NEAR(network.sharing.rate(numbers[r]), rates[r], 1e-6 * rates[r]) << "instance " << instance;
    }
  }
}

TEST(LinkSharing, RatesStayRightWhileTransfersEnd) {
  Random random(8);
  for (int instance = 0; instance < 100; ++instance) {
    std::vector<double> capacity(3 + random.below(8));
    for (double& each : capacity) each = 1 + static_cast<double>(random.below(20));
    Network network(capacity);
    Routes routes;
    for (std::uint64_t i = 0; i < 12; ++i) {
      const auto order = random.permutation<std::uint32_t>(capacity.size());
      routes.emplace_back(order.begin(), order.begin() + 1 + static_cast<std::ptrdiff_t>(random.below(3)));
      network.start(routes.back(), 100 + static_cast<double>(random.below(1000)));
    }
    network.sharing.share(0);
    std::vector<std::uint32_t> numbers(routes.size());
    for (std::uint32_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
    while (!numbers.empty()) {
      const double now = network.sharing.next_finish();
      std::vector<std::uint32_t> done;
      network.sharing.finish(done);
      network.sharing.share(now);
      for (const std::uint32_t each : done) numbers.erase(std::find(numbers.begin(), numbers.end(), each));
      Routes left;
      for (const std::uint32_t each : numbers) left.push_back(routes[each]);
      const auto rates = brute_force(capacity, left);
      for (std::size_t r = 0; r < left.size(); ++r) {
        ASSERT_NEAR(network.sharing.rate(numbers[r]), rates[r], 1e-6 * rates[r]) << "instance " << instance;
      }
    }
    EXPECT_EQ(network.sharing.next_finish(), kNever);
  }
}

}  // namespace
}  // namespace topomorph::replay
