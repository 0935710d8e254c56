// Mapping few roles by tabu search: optimal where that can be checked, within its limits, the same for any number of
// threads.
#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "core/evaluation/evaluate.h"
#include "core/mapping/portfolio/map.h"
#include "core/mapping/search/tabu_mapper.h"
#include "core/topology/shapes/grid.h"
#include "core/topology/spec.h"
#include "tests/core/mapping/search/instances.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

using testing::random_affinity;
using testing::random_dense;
using testing::random_layout;

MapOptions tabu(Preset preset = Preset::Fast, std::uint64_t seed = 1) {
  MapOptions options;
  options.algorithm = "tabu";
  options.preset = preset;
  options.seed = seed;
  return options;
}

/// Least cost of all orders of all slots, the pinned roles on theirs.
Cost least_of_all_orders(const Affinity& affinity, const Topology& topology,
                         const std::vector<PinnedRole>& pinned = {}) {
  Mapping order(topology.slots());
  std::iota(order.begin(), order.end(), Slot{0});
  Cost least = ~Cost{0};
  do {
    const auto is_there = [&](const PinnedRole& pin) { return order[pin.role] == pin.slot; };
    if (!std::all_of(pinned.begin(), pinned.end(), is_there)) continue;
    const Mapping mapping(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(affinity.roles()));
    least = std::min(least, evaluation::evaluate(affinity, topology, mapping).hop_bytes);
  } while (std::next_permutation(order.begin(), order.end()));
  return least;
}

TEST(TabuSearch, FindsTheOptimumOfFewSlots) {
  for (const char* spec : {"mesh:2x4", "torus:7", "mesh:3x2", "tree:2:2:2@1:3:10", "hcub:3"}) {
    const auto topology = topology::parse_topology(spec);
    for (std::uint64_t roles = 3; roles <= topology->slots(); roles += 2) {
      const Affinity affinity = random_affinity(roles, 3 * roles, roles);
      EXPECT_TRUE(map(affinity, *topology, tabu()).cost == least_of_all_orders(affinity, *topology))
          << spec << ' ' << roles;
    }
  }
}

TEST(TabuSearch, KeepsPinnedRolesAndFindsTheBestAroundThem) {
  const auto topology = topology::parse_topology("mesh:2x4");
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Affinity affinity = random_affinity(7, 20, seed);
    MapOptions options = tabu();
    options.pinned = {{0, 5}, {6, 2}};
    const MapResult result = map(affinity, *topology, options);
    EXPECT_EQ(result.mapping[0], 5U);
    EXPECT_EQ(result.mapping[6], 2U);
    EXPECT_TRUE(result.cost == least_of_all_orders(affinity, *topology, options.pinned)) << seed;
  }
}

TEST(TabuSearch, AllRolesMayBePinnedOrSilent) {
  const auto topology = topology::parse_topology("mesh:2x2");
  MapOptions options = tabu();
  options.pinned = {{0, 3}, {1, 0}, {2, 1}};
  EXPECT_EQ(map(random_affinity(3, 9, 1), *topology, options).mapping, (Mapping{3, 0, 1}));
  EXPECT_TRUE(map(Affinity::from_traffic(3, {}), *topology, tabu()).cost == 0);
}

TEST(TabuSearch, TakesNeighbouringSlotsOutOfMany) {
  const auto topology = topology::parse_topology("mesh:64x64");
  const Affinity ring = Affinity::from_traffic(4, {{0, 2, 5, 1}, {2, 1, 5, 1}, {1, 3, 5, 1}, {3, 0, 5, 1}});
  EXPECT_TRUE(map(ring, *topology, tabu()).cost == 20);
  const auto large = topology::parse_topology("mesh:1024x1024");  // of which only slots close by number are looked at
  EXPECT_TRUE(map(ring, *large, tabu()).cost <= 30);
}

TEST(TabuSearch, LargeVolumesAndDistancesAreScaled) {
  const auto topology = topology::parse_topology("tree:2:2:2@1:1000000000000:9000000000000000");
  const std::uint64_t much = std::uint64_t{1} << 61;
  const Affinity pairs =
      Affinity::from_traffic(8, {{0, 7, much, 1}, {1, 6, much, 1}, {2, 5, much, 1}, {3, 4, much, 1}});
  EXPECT_TRUE(map(pairs, *topology, tabu()).cost == Cost{much} * 4);
}

TEST(TabuSearch, TooManyRolesAreRefused) {
  const auto topology = topology::parse_topology("mesh:300");
  EXPECT_INPUT_ERROR(map(random_affinity(257, 300, 1), *topology, tabu()),
                     "the algorithm \"tabu\" takes 256 roles at most, found 257");
}

TEST(TabuSearch, ThreadsDoNotMatterAndSeedsDo) {
  const DenseProblem problem = random_dense(40, 4, 2, 9);
  Random random(1);
  const DenseLayout start = random_layout(problem, random);
  const auto result = [&](unsigned threads, std::uint64_t seed) {
    Workers workers(threads);
    return search(problem, {start}, {0.1, seed, 0, Deadline(std::nullopt)}, workers).slot_of;
  };
  const auto once = result(1, 1);
  EXPECT_EQ(once, result(1, 1));
  EXPECT_EQ(once, result(3, 1));
  EXPECT_NE(once, result(1, 2));  // free slots alone have many orders
}

TEST(TabuSearch, IsNeverWorseThanItsStarts) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const DenseProblem problem = random_dense(30, 3 * (seed % 3), 2, seed);
    Random random(seed);
    std::vector<DenseLayout> starts;
    for (int i = 0; i < 3; ++i) {
      starts.push_back(starts.empty() ? random_layout(problem, random) : starts.front());
      std::swap(starts.back().slot_of[0], starts.back().slot_of[static_cast<std::size_t>(i)]);
      starts.back().cost = problem.cost_of(starts.back().slot_of);
    }
    Workers workers(1);
    for (const double seconds : {0.0, 0.001, 0.02}) {
      const DenseLayout found = search(problem, starts, {seconds, seed, 0, Deadline(std::nullopt)}, workers);
      for (const DenseLayout& start : starts) EXPECT_LE(found.cost, start.cost);
      EXPECT_EQ(found.cost, problem.cost_of(found.slot_of));
      for (Vertex v = 28; v < 30; ++v) EXPECT_EQ(found.slot_of[v], starts.front().slot_of[v]) << "pinned";
    }
  }
}

TEST(TabuSearch, EndsAtACostThatIsProvablyLeast) {
  const auto topology = topology::parse_topology("torus:8");
  const Affinity ring = Affinity::from_traffic(
      8,
      {{0, 3, 1, 1}, {3, 6, 1, 1}, {6, 1, 1, 1}, {1, 4, 1, 1}, {4, 7, 1, 1}, {7, 2, 1, 1}, {2, 5, 1, 1}, {5, 0, 1, 1}});
  MapOptions options = tabu(Preset::Best);
  options.time_limit = 1e6;  // of work: a week of it is not done
  EXPECT_TRUE(map(ring, *topology, options).cost == 8);
}

}  // namespace
}  // namespace topomorph::mapping
