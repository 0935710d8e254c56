// EagerMap as published: its worked example, its load balancing, machines that differ.
#include "core/mapping/published/eagermap.h"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/mapping/random.h"
#include "core/topology/spec.h"

namespace topomorph {
namespace {

using ::testing::ElementsAre;

constexpr EdgeWeight kLargestSum = EdgeWeight{1} << 40;

/// The example of section 3.2: 16 tasks whose volume falls with their distance: 8, 4, 2, 1.
Affinity example() {
  std::vector<Traffic> traffic;
  for (Role a = 0; a < 16; ++a) {
    for (Role apart = 1; apart <= 4 && a + apart < 16; ++apart) traffic.push_back({a, a + apart, 16U >> apart, 1});
  }
  return Affinity::from_traffic(16, traffic);
}

Affinity random_affinity(std::uint64_t roles, std::uint64_t edges, std::uint64_t seed) {
  Random random(seed);
  std::vector<Traffic> traffic;
  for (std::uint64_t i = 0; i < edges; ++i) {
    const Role a = random.below(roles), b = random.below(roles);
    if (a != b) traffic.push_back({a, b, 1 + random.below(1000), 1});
  }
  return Affinity::from_traffic(roles, traffic);
}

MapOptions with(const char* algorithm) {
  MapOptions options;
  options.algorithm = algorithm;
  return options;
}

TEST(EagerMap, FirstGroupOfTheExampleIsTasks0And1) {
  const Graph graph = scaled_graph(example(), Weight::Bytes, 16, kLargestSum);
  const ElementGroups groups = eager_groups(graph, 8);
  ASSERT_EQ(groups.size(), 8U);
  EXPECT_THAT(groups[0], ElementsAre(0, 1));  // figure 4: the winners of the first group
  for (Vertex g = 0; g < 8; ++g) EXPECT_THAT(groups[g], ElementsAre(2 * g, 2 * g + 1)) << g;
}

TEST(EagerMap, ExampleOfThePaperStepByStep) {
  Graph graph = scaled_graph(example(), Weight::Bytes, 16, kLargestSum);
  for (const std::size_t objects : {8U, 4U, 2U}) {  // cores, L3 caches, machines
    const ElementGroups groups = eager_groups(graph, objects);
    ASSERT_EQ(groups.size(), objects);
    std::vector<Vertex> group_of(graph.vertices());
    for (Vertex g = 0; g < objects; ++g) {
      EXPECT_THAT(groups[g], ElementsAre(2 * g, 2 * g + 1)) << objects << " objects";
      for (const Vertex element : groups[g]) group_of[element] = g;
    }
    graph = contracted(graph, group_of, objects);
  }
}

TEST(EagerMap, PutsTwoTasksOnEachCoreOfTheExample) {
  MapOptions options = with("eagermap");
  options.sharing.roles_per_slot = 2;
  const MapResult result = map(example(), *parse_topology("tree:2:2:2"), options);
  for (Role task = 0; task < 16; ++task) EXPECT_EQ(result.mapping[task], task / 2) << task;
}

TEST(EagerMap, SizesOfGroupsDifferByOneAtMost) {
  const Graph graph = scaled_graph(random_affinity(23, 60, 1), Weight::Bytes, 23, kLargestSum);
  std::size_t smallest = 23, largest = 0, sum = 0;
  for (const auto& group : eager_groups(graph, 5)) {
    smallest = std::min(smallest, group.size());
    largest = std::max(largest, group.size());
    sum += group.size();
  }
  EXPECT_EQ(sum, 23U);
  EXPECT_LE(largest - smallest, 1U);
}

TEST(EagerMap, ScanningAndTheHeapFindTheSame) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const Affinity affinity = random_affinity(64, 400, seed);
    const auto tree = parse_topology("tree:4:4:4");
    MapOptions parallel = with("eagermap-scan");
    parallel.threads = 2;
    const Mapping by_heap = map(affinity, *tree, with("eagermap")).mapping;
    EXPECT_EQ(map(affinity, *tree, with("eagermap-scan")).mapping, by_heap);
    EXPECT_EQ(map(affinity, *tree, parallel).mapping, by_heap);
  }
}

TEST(EagerMap, GroupsByLoadAreFullAtTheMeanOfWhatIsLeft) {
  const Graph graph = scaled_graph(Affinity::from_traffic(6, {}), Weight::Bytes, 6, kLargestSum);
  const std::vector<std::int64_t> load = {6, 1, 1, 1, 1, 2};
  const ElementGroups groups = eager_groups_by_load(graph, load, 3);
  ASSERT_EQ(groups.size(), 3U);
  EXPECT_THAT(groups[0], ElementsAre(0));        // 6 of a mean of 4
  EXPECT_THAT(groups[1], ElementsAre(1, 2, 3));  // 3 of a mean of 3
  EXPECT_THAT(groups[2], ElementsAre(4, 5));
}

TEST(EagerMap, BalancesLoads) {
  MapOptions options = with("eagermap");
  options.sharing.roles_per_slot = Sharing::kAnyNumber;
  options.sharing.loads = {10, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 10};
  const MapResult result = map(random_affinity(12, 40, 5), *parse_topology("tree:2:2"), options);
  std::vector<std::uint64_t> load(4);
  for (Role role = 0; role < 12; ++role) load[result.mapping[role]] += options.sharing.loads[role];
  // a group takes roles until it has the mean (30 / 4): the last one may be the heaviest
  EXPECT_LE(*std::max_element(load.begin(), load.end()), 7U + 10U);
  EXPECT_GT(*std::min_element(load.begin(), load.end()), 0U);
}

TEST(EagerMap, FewerTasksThanSlotsAreSpread) {
  const MapResult result = map(random_affinity(4, 12, 7), *parse_topology("tree:4:4"), with("eagermap"));
  std::vector<Slot> hosts;
  for (const Slot slot : result.mapping) hosts.push_back(slot / 4);
  std::sort(hosts.begin(), hosts.end());
  EXPECT_THAT(hosts, ElementsAre(0, 1, 2, 3));  // algorithm 2: as many groups as objects where there are enough tasks
}

TEST(EagerMap, MachinesThatDifferGetTheirShare) {
  const auto tree = std::make_shared<TreeTopology>(
      TreeTopology({{"core", 1, {0, 2, 4, 6, 8, 9, 10, 11, 12}}, {"host", 2, {0, 8, 12}}, {"cluster", 16, {0, 12}}}));
  const MapResult result = map(random_affinity(6, 20, 3), *tree, with("eagermap"));
  const auto on_first = std::count_if(result.mapping.begin(), result.mapping.end(), [](Slot s) { return s < 8; });
  EXPECT_EQ(on_first, 4);  // 8 of 12 slots
}

TEST(EagerMap, WorksOnTopologiesThatAreNoTrees) {
  const auto torus = parse_topology("torus:4x4");
  const MapResult result = map(random_affinity(16, 60, 3), *torus, with("eagermap"));
  EXPECT_NO_THROW(check_mapping(result.mapping, 16, 16));
  EXPECT_EQ(result.algorithm, "eagermap");
}

}  // namespace
}  // namespace topomorph
