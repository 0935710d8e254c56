// Tests of windows on meshes and tori: they show what a scan of all hosts shows.
#include <algorithm>
#include <map>
#include <set>

#include "core/allocation/allocators.h"
#include "core/base/random.h"
#include "core/mapping/baselines/expansion.h"
#include "core/mapping/baselines/free_hosts.h"
#include "core/mapping/baselines/pacmap_centre.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

constexpr const char* kGrids[] = {"torus:5x4x6", "mesh:7x3x4",   "torus:9",
                                  "torus:2x1x7", "mesh:4x4@1:5", "torus:3x2x2x5"};

std::vector<Slot> some_of(const Topology& network, std::uint64_t share, std::uint64_t seed) {
  Random random(seed);
  std::vector<Slot> free;
  for (Slot host = 0; host < network.slots(); ++host) {
    if (random.below(100) < share || host == network.slots() / 2) free.push_back(host);
  }
  return free;
}

std::uint64_t shell_of(const topology::GridTopology& grid, Slot a, Slot b, GridWindow::Shells kind) {
  std::uint64_t sum = 0, most = 0;
  for (std::size_t d = 0; d < grid.dimensions().size(); ++d) {
    const topology::GridDimension& dimension = grid.dimensions()[d];
    const std::uint64_t x = grid.coordinate(a, d), y = grid.coordinate(b, d), apart = std::max(x, y) - std::min(x, y);
    const std::uint64_t hops = dimension.wraps ? std::min(apart, dimension.size - apart) : apart;
    sum += hops;
    most = std::max(most, hops);
  }
  return kind == GridWindow::Shells::Diamonds ? sum : most;
}

TEST(GridWindow, ShowsEveryFreeHostOnceInItsShell) {
  for (const char* spec : kGrids) {
    const auto network = topology::parse_topology(spec);
    const auto& grid = dynamic_cast<const topology::GridTopology&>(*network);
    ASSERT_TRUE(GridWindow::suits(grid));
    const std::vector<Slot> free = some_of(grid, 60, 3);
    for (const auto kind : {GridWindow::Shells::Diamonds, GridWindow::Shells::Cubes}) {
      GridWindow window(grid, free, kind);
      for (const Slot centre : free) {
        std::map<std::size_t, std::vector<std::uint64_t>> expected, seen;
        for (const Slot host : free)
          expected[shell_of(grid, centre, host, kind)].push_back(grid.distance(centre, host));
        for (std::size_t shell = 0; shell < 20; ++shell) {
          window.for_each_free(centre, shell, [&](std::uint64_t distance) { seen[shell].push_back(distance); });
        }
        for (auto* all : {&expected, &seen}) {
          for (auto& [shell, distances] : *all) std::sort(distances.begin(), distances.end());
        }
        ASSERT_EQ(seen, expected) << spec << " from " << centre;
      }
    }
  }
}

TEST(GridWindow, AllocatorsChooseTheCentreWithTheBestScore) {
  for (const char* spec : kGrids) {
    const auto network = topology::parse_topology(spec);
    for (const std::uint64_t share : {25U, 60U, 100U}) {
      const FreeHosts free{*network, some_of(*network, share, share)};
      for (const std::size_t wanted : {std::size_t{1}, free.hosts.size() / 3 + 1, free.hosts.size()}) {
        const Surroundings around = Surroundings::of(*network, wanted);
        Slot best = free.hosts[0], compact = best;
        for (const Slot host : free.hosts) {
          if (pacmap_score(free, host, wanted, around) > pacmap_score(free, best, wanted, around)) best = host;
          if (allocation::mc1x1_score(free, host, wanted) < allocation::mc1x1_score(free, compact, wanted))
            compact = host;
        }
        EXPECT_EQ(central_host(free, wanted), best) << spec;
        EXPECT_EQ(allocation::mc1x1(free, wanted).front(), compact) << spec;
      }
    }
  }
}

TEST(GridWindow, LooksNoFartherThanThereAreFreeHosts) {
  const auto network = topology::parse_topology("mesh:1024x1024");
  const Slot last = network->slots() - 1;
  const FreeHosts free{*network, {0, last}};
  GridWindow window(dynamic_cast<const topology::GridTopology&>(*network), free.hosts, GridWindow::Shells::Diamonds);
  window.take(0);
  EXPECT_FALSE(window.first_free(0).has_value());  // 2 million places would be between the two
  EXPECT_EQ(allocation::mc1x1(free, 2), (std::vector<Slot>{0, last}));
  Graph pair = scaled_graph(Affinity::from_traffic(2, {{0, 1, 5, 1}}), Weight::Bytes, 2, 1000);
  const std::vector<Slot> hosts = pacmap(free, pair);
  EXPECT_EQ(std::set<Slot>(hosts.begin(), hosts.end()), (std::set<Slot>{0, last}));
}

TEST(GridWindow, ManyDimensionsAreNoneOfItsBusiness) {
  const auto network = topology::parse_topology("torus:3x3x3x3x3");
  EXPECT_FALSE(GridWindow::suits(dynamic_cast<const topology::GridTopology&>(*network)));
  EXPECT_EQ(allocation::mc1x1({*network, some_of(*network, 50, 1)}, 20).size(), 20U);
}

}  // namespace
}  // namespace topomorph::mapping
