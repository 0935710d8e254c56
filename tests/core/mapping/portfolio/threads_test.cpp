// The same mapping for any number of threads, and for any run.
#include <chrono>

#include "core/evaluation/evaluate.h"
#include "core/mapping/portfolio/map.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

/// A ring with chords: large enough for threads in all parts of the mapper, with cuts that are worth a search.
Affinity ring(std::uint64_t roles) {
  std::vector<Traffic> traffic;
  for (Role role = 0; role < roles; ++role) {
    for (const Role step : {1U, 2U, 3U, 70U})
      traffic.push_back({role * 7 % roles, (role + step) * 7 % roles, 1 + step % 4, 1});
  }
  return Affinity::from_traffic(roles, std::move(traffic));
}

TEST(Threads, DoNotChangeTheMapping) {
  const auto tree = topology::parse_topology("tree:4:4:16:24@1:5:20:100");
  const Affinity affinity = ring(6000);  // of 6144 slots
  MapOptions options;
  for (const Preset preset : {Preset::Fast, Preset::Default}) {
    options.preset = preset;
    options.threads = 1;
    const MapResult first = map(affinity, *tree, options);
    EXPECT_TRUE(evaluation::evaluate(affinity, *tree, first.mapping).valid);
    for (const unsigned threads : {2U, 4U}) {
      options.threads = threads;
      EXPECT_EQ(map(affinity, *tree, options).mapping, first.mapping) << threads;
    }
  }
}

TEST(Threads, DoNotChangeTheBestMapping) {
  const auto tree = topology::parse_topology("tree:4:4:8@1:10:100");
  const Affinity affinity = testing::random_affinity(120, 400, 5);
  MapOptions options;
  options.preset = Preset::Best;
  std::vector<Mapping> mappings;
  for (const unsigned threads : {1U, 1U, 3U}) {
    options.threads = threads;
    options.time_limit = 0.1;  // the work that is allowed follows from it
    const auto start = std::chrono::steady_clock::now();
    mappings.push_back(map(affinity, *tree, options).mapping);
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    if (spent.count() >= *options.time_limit) GTEST_SKIP() << "too busy a machine: the clock ended it";
  }
  EXPECT_EQ(mappings[0], mappings[1]);
  EXPECT_EQ(mappings[0], mappings[2]);
}

TEST(Threads, DoNotChangeTheMappingOfFewRolesOnANetwork) {
  const auto mesh = topology::parse_topology("mesh:6x8");
  const Affinity affinity = testing::random_affinity(45, 300, 4);
  MapOptions options;
  options.algorithm = "tabu";
  const MapResult first = map(affinity, *mesh, options);
  options.threads = 3;
  EXPECT_EQ(map(affinity, *mesh, options).mapping, first.mapping);
}

TEST(Threads, DoNotChangeTheBestMappingOfFewSlots) {
  const auto tree = topology::parse_topology("tree:1:4:5@33:35:38");
  const Affinity affinity = testing::random_affinity(20, 60, 2);
  MapOptions options;
  options.preset = Preset::Best;
  options.time_limit = 600;         // never reached: rounds without a gain end it
  options.pinned = {{0, Slot{3}}};  // a tabu search, without the mapper for networks and many seeds as with free slots
  const Mapping first = map(affinity, *tree, options).mapping;
  options.threads = 2;
  EXPECT_EQ(map(affinity, *tree, options).mapping, first);
}

TEST(Threads, DoNotChangeTheBestMappingOfManyRolesOnASlot) {
  const auto tree = topology::parse_topology("tree:2:2@1:10");
  const Affinity affinity = testing::random_affinity(40, 200, 2);
  MapOptions options;
  options.preset = Preset::Best;
  options.time_limit = 600;
  options.sharing.roles_per_slot = Sharing::kAnyNumber;
  options.sharing.imbalance = 0.5;
  for (Role role = 0; role < 40; ++role) options.sharing.loads.push_back(role % 4);
  const Mapping first = map(affinity, *tree, options).mapping;
  options.threads = 2;
  EXPECT_EQ(map(affinity, *tree, options).mapping, first);
}

}  // namespace
}  // namespace topomorph::mapping
