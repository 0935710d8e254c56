// Tests of EagerMap as published [Cruz 2019]: its worked example, its parallel version, machines that differ.
#include "core/mapping/baselines/eagermap.h"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/random.h"
#include "core/formats/affinity_file.h"
#include "core/mapping/baselines/next_member.h"
#include "core/mapping/portfolio/map.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/spec.h"
#include "tests/core/mapping/graphs.h"
#include "tests/core/mapping/options.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

/// Returns the example of section 3.2: 16 tasks whose volume falls with their distance: 8, 4, 2, 1.
Affinity example() {
  std::vector<Traffic> traffic;
  for (Role a = 0; a < 16; ++a) {
    for (Role apart = 1; apart <= 4 && a + apart < 16; ++apart) traffic.push_back({a, a + apart, 16U >> apart, 1});
  }
  return Affinity::from_traffic(16, traffic);
}

Affinity random_volumes(std::uint64_t roles, std::uint64_t edges, std::uint64_t seed) {
  Random random(seed);
  std::vector<Traffic> traffic;
  for (std::uint64_t i = 0; i < edges; ++i) {
    const Role a = random.below(roles), b = random.below(roles);
    if (a != b) traffic.push_back({a, b, 1 + random.below(1000), 1});
  }
  return Affinity::from_traffic(roles, traffic);
}

TEST(EagerMap, FirstGroupOfTheExampleIsTasks0And1) {
  const Graph graph = graph_of(example());
  const ElementGroups groups = eager_groups(graph, 8);
  ASSERT_EQ(groups.size(), 8U);
  EXPECT_THAT(groups[0], ElementsAre(0, 1));  // figure 4: winners of the first group
  for (Vertex g = 0; g < 8; ++g) EXPECT_THAT(groups[g], ElementsAre(2 * g, 2 * g + 1)) << g;
}

/// Returns a row of the next level's matrix: the volumes that group 0 exchanges with other groups.
std::vector<std::pair<Vertex, EdgeWeight>> row_of_first(const Graph& graph) {
  std::vector<std::pair<Vertex, EdgeWeight>> row;
  for (const Edge& edge : graph.row(0)) row.emplace_back(edge.to, edge.weight);
  std::sort(row.begin(), row.end());
  return row;
}

TEST(EagerMap, ExampleOfThePaperStepByStep) {
  Graph graph = graph_of(example());
  EXPECT_THAT(row_of_first(graph), ElementsAre(Pair(1, 8), Pair(2, 4), Pair(3, 2), Pair(4, 1)));  // figure 4
  // algorithm 4: tasks 0 and 1 with 2 and 3: 4 + 2 + 8 + 4; with 4 and 5: 1 + 0 + 2 + 1; and so on
  const std::vector<std::vector<std::pair<Vertex, EdgeWeight>>> next = {{{1, 18}, {2, 4}}, {{1, 26}}, {{1, 26}}};
  std::size_t step = 0;
  for (const std::size_t objects : {8U, 4U, 2U}) {  // execElInLevel: cores, L3 caches, machines
    const ElementGroups groups = eager_groups(graph, objects);
    ASSERT_EQ(groups.size(), objects);
    for (Vertex g = 0; g < objects; ++g) EXPECT_THAT(groups[g], ElementsAre(2 * g, 2 * g + 1)) << objects << " objects";
    graph = contracted(graph, groups);
    EXPECT_EQ(row_of_first(graph), next[step++]) << objects << " objects";
  }
}

TEST(EagerMap, PutsTwoTasksOnEachCoreOfTheExample) {
  MapOptions options = with_algorithm("eagermap");
  options.sharing.roles_per_slot = 2;
  const MapResult result = map(example(), *topology::parse_topology("tree:2:2:2"), options);
  for (Role task = 0; task < 16; ++task) EXPECT_EQ(result.mapping[task], task / 2) << task;
}

/// Costs of the authors' program relative to the best known ones, from the notes on the data.
TEST(EagerMap, CostsWhatTheAuthorsProgramCosts) {
  struct Known {
    const char *file, *topology;
    double best, ratio;
  };
  for (const Known& known : {Known{"graphs/stencil2d5_1024.graph", "tree:4:8:32@1:10:100", 39424, 1.67},
                             Known{"graphs/lu1024r.graph", "tree:4:8:32@1:10:100", 17508096, 1.63},
                             Known{"graphs/stencil3d7_4096.graph", "tree:4:8:128@1:10:100", 377856, 1.44}}) {
    const std::string file = testing::data_file(known.file);
    if (file.empty()) GTEST_SKIP() << "the third-party data (TOPOMORPH_DATA) are not here";
    const MapResult result =
        map(formats::read_affinity(file), *topology::parse_topology(known.topology), with_algorithm("eagermap"));
    EXPECT_NEAR(static_cast<double>(result.cost) / known.best, known.ratio, 0.005) << known.file;
  }
}

TEST(EagerMap, SizesOfGroupsDifferByOneAtMost) {
  const Graph graph = graph_of(random_volumes(23, 60, 1));
  std::size_t smallest = 23, largest = 0, sum = 0;
  for (const auto& group : eager_groups(graph, 5)) {
    smallest = std::min(smallest, group.size());
    largest = std::max(largest, group.size());
    sum += group.size();
  }
  EXPECT_EQ(sum, 23U);
  EXPECT_LE(largest - smallest, 1U);
}

/// [Cruz 2019, alg. 8] with kept sums, by one thread: so few roles are not shared, whatever the option.
TEST(EagerMap, ScanningAndTheHeapFindTheSame) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const Affinity affinity = random_volumes(64, 400, seed);
    const auto tree = topology::parse_topology("tree:4:4:4");
    EXPECT_EQ(map(affinity, *tree, with_algorithm("eagermap:scan")).mapping,
              map(affinity, *tree, with_algorithm("eagermap")).mapping);
  }
}

/// The same with as many roles as threads are worth: two threads share each look.
TEST(EagerMap, ScanningByTwoThreadsAndTheHeapFindTheSame) {
  if (testing::kSanitized) GTEST_SKIP() << "16384 looks at as many roles take too long";
  const Affinity affinity = random_volumes(kWorthThreads, 3 * kWorthThreads, 6);
  const auto tree = topology::parse_topology("tree:4:16:256");
  MapOptions scanning = with_algorithm("eagermap:scan");
  scanning.threads = 2;
  EXPECT_EQ(map(affinity, *tree, scanning).mapping, map(affinity, *tree, with_algorithm("eagermap")).mapping);
}

/// The finder itself shares a look from any number of elements on.
TEST(EagerMap, ThreadsThatShareALookFindTheSameAsTheHeap) {
  const Graph graph = graph_of(random_volumes(61, 400, 4));
  for (const unsigned threads : {2U, 5U}) {
    Workers workers(threads);
    NextMemberHeap heap(graph);
    NextMemberScan scanning(graph, workers, 2);
    for (std::size_t i = 0; i < 61; ++i) {
      if (i % 6 == 0) heap.begin_group(), scanning.begin_group();
      ASSERT_EQ(scanning.next(), heap.next()) << threads << " threads, choice " << i;
    }
    EXPECT_EQ(scanning.next(), kNoVertex);
  }
}

TEST(EagerMap, FewerTasksThanSlotsAreSpread) {
  const MapResult result =
      map(random_volumes(4, 12, 7), *topology::parse_topology("tree:4:4"), with_algorithm("eagermap"));
  std::vector<Slot> hosts;
  for (const Slot slot : result.mapping) hosts.push_back(slot / 4);
  std::sort(hosts.begin(), hosts.end());
  EXPECT_THAT(hosts, ElementsAre(0, 1, 2, 3));  // algorithm 2: as many groups as objects if there are enough tasks
}

/// [Cruz 2019, section 3.6]: each machine gets tasks in proportion to its slots.
TEST(EagerMap, MachinesThatDifferGetTheirShare) {
  const auto tree = std::make_shared<TreeTopology>(
      TreeTopology({{"core", 1, {0, 2, 4, 6, 8, 9, 10, 11, 12}}, {"host", 2, {0, 8, 12}}, {"cluster", 16, {0, 12}}}));
  const MapResult result = map(random_volumes(6, 20, 3), *tree, with_algorithm("eagermap"));
  const auto on_first = std::count_if(result.mapping.begin(), result.mapping.end(), [](Slot s) { return s < 8; });
  EXPECT_EQ(on_first, 4);  // 8 of 12 slots
}

TEST(EagerMap, WorksOnTopologiesThatAreNoTrees) {
  const auto torus = topology::parse_topology("torus:4x4");
  const MapResult result = map(random_volumes(16, 60, 3), *torus, with_algorithm("eagermap"));
  EXPECT_NO_THROW(check_mapping(result.mapping, 16, 16));
  EXPECT_EQ(result.algorithm, "eagermap");
}

/// Returns groups of four roles that communicate; their numbers are strided.
Affinity quads(Role roles) {
  std::vector<Traffic> traffic;
  for (Role a = 0; a < roles; ++a) {
    for (Role b = a + roles / 4; b < roles; b += roles / 4) traffic.push_back({a, b, 100, 1});
  }
  return Affinity::from_traffic(roles, traffic);
}

TEST(EagerMap, MachinesOfANetworkAreGroupedForAndThenTheirInside) {
  const auto torus = topology::parse_topology("torus:4x4+tree:2:2");
  for (const char* algorithm : {"eagermap", "eagermap:scan"}) {
    const Mapping mapping = map(quads(64), *torus, with_algorithm(algorithm)).mapping;
    for (Role a = 0; a < 16; ++a) {
      for (const Role b : {a + 16, a + 32, a + 48}) EXPECT_EQ(mapping[a] / 4, mapping[b] / 4) << algorithm << a;
    }
  }
}

TEST(EagerMap, WhatAJobHasOfANetworkKeepsItsMachines) {
  std::vector<Slot> kept;  // every other one of 16 machines of four, from the last to the first
  for (Slot slot = 64; slot-- > 0;) {
    if (slot / 4 % 2 == 1) kept.push_back(slot);
  }
  const auto part = topology::restrict_to(topology::parse_topology("torus:4x4+tree:2:2"), kept);
  const Mapping mapping = map(quads(32), *part, with_algorithm("eagermap")).mapping;
  for (Role a = 0; a < 8; ++a) {
    for (const Role b : {a + 8, a + 16, a + 24}) EXPECT_EQ(kept[mapping[a]] / 4, kept[mapping[b]] / 4) << a;
  }
}

TEST(EagerMapOptions, EarlierNameAndUnknownParameter) {
  const Affinity affinity = testing::random_affinity(16, 60, 5);
  const auto tree = topology::parse_topology("tree:2:2:4");
  const MapResult today = map(affinity, *tree, with_algorithm("eagermap:scan"));
  const MapResult earlier = map(affinity, *tree, with_algorithm("eagermap-scan"));
  EXPECT_EQ(today.mapping, earlier.mapping);
  EXPECT_EQ(today.algorithm, "eagermap");
  EXPECT_EQ(earlier.algorithm, "eagermap-scan");
  EXPECT_INPUT_ERROR(map(affinity, *tree, with_algorithm("eagermap:fast")), "found \"fast\", expected nothing or scan");
}

}  // namespace
}  // namespace topomorph::mapping
