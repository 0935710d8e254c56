// Tests of EagerMap by several processes at once: threads stand for the processes.
#include "core/mapping/baselines/eagermap_together.h"

#include <barrier>
#include <thread>

#include <gtest/gtest.h>

#include "core/mapping/portfolio/map.h"
#include "core/topology/spec.h"
#include "tests/core/mapping/graphs.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

/// What the processes show one another.
struct Board {
  explicit Board(std::size_t processes) : choices(processes), lists(processes), meeting(processes) {}
  std::vector<NextMember> choices;
  std::vector<std::vector<GroupEdge>> lists;
  std::barrier<> meeting;
};

/// Returns the partners as process `number` sees them.
Partners partners_at(Board& board, std::size_t number, ElementRange own) {
  const auto best = [&board, number](const NextMember& mine) {
    board.choices[number] = mine;
    board.meeting.arrive_and_wait();
    NextMember winner;
    for (const NextMember& one : board.choices) winner = better(winner, one);
    board.meeting.arrive_and_wait();
    return winner;
  };
  const auto gather = [&board, number](const std::vector<GroupEdge>& mine) {
    board.lists[number] = mine;
    board.meeting.arrive_and_wait();
    std::vector<GroupEdge> all;
    for (const auto& list : board.lists) all.insert(all.end(), list.begin(), list.end());
    return all;
  };
  return {own, best, gather};
}

/// Returns what each process finds.
std::vector<Mapping> by_processes(const Affinity& affinity, const TreeTopology& tree, std::size_t processes,
                                  bool scan) {
  const Graph graph = graph_of(affinity);
  Board board(processes);
  std::vector<Mapping> mappings(processes);
  std::vector<std::jthread> threads;
  for (std::size_t p = 0; p < processes; ++p) {
    threads.emplace_back([&, p] {
      const ElementRange own{static_cast<Vertex>(affinity.roles() * p / processes),
                             static_cast<Vertex>(affinity.roles() * (p + 1) / processes)};
      mappings[p] = map_by_eagermap_together(edges_toward(graph, own), tree, partners_at(board, p, own), scan);
    });
  }
  threads.clear();
  return mappings;
}

TEST(EagerMapTogether, EveryProcessFindsWhatOneFindsAlone) {
  for (const char* topology : {"tree:4:4:4", "tree:48", "tree:2:3:2"}) {  // as many slots as roles, fewer, and more
    for (const std::uint64_t roles : {12U, 61U}) {
      const Affinity affinity = testing::random_affinity(roles, 6 * roles, roles);
      const auto tree = topology::parse_topology(topology);
      MapOptions options;
      options.algorithm = "eagermap";
      options.sharing.roles_per_slot = Sharing::kAnyNumber;
      const Mapping alone = map(affinity, *tree, options).mapping;
      for (const std::size_t processes : {1U, 2U, 3U, 7U}) {
        for (const bool scan : {false, true}) {
          for (const Mapping& one : by_processes(affinity, *as_tree(*tree), processes, scan)) {
            EXPECT_EQ(one, alone) << topology << ", " << roles << " roles, " << processes << " processes, scan "
                                  << scan;
          }
        }
      }
    }
  }
}

TEST(EagerMapTogether, AProcessWithoutRolesTakesPart) {
  const Affinity affinity = testing::random_affinity(3, 6, 1);
  const auto tree = topology::parse_topology("tree:2:2");
  MapOptions options;
  options.algorithm = "eagermap";
  const Mapping alone = map(affinity, *tree, options).mapping;
  for (const Mapping& one : by_processes(affinity, *as_tree(*tree), 5, false)) EXPECT_EQ(one, alone);
}

TEST(EagerMapTogether, EdgesTowardAPartLeaveOutTheOthers) {
  const Affinity affinity = Affinity::from_traffic(4, std::vector<Traffic>{{0, 1, 5, 1}, {1, 2, 7, 1}, {2, 3, 9, 1}});
  const Graph part = edges_toward(graph_of(affinity), {1, 3});
  ASSERT_EQ(part.vertices(), 4U);
  EXPECT_EQ(part.edges.size(), 4U);  // 0-1, 2-1, 1-2, 3-2
  ASSERT_EQ(part.row(3).size(), 1U);
  EXPECT_EQ(part.row(3)[0].to, 2U);
  EXPECT_EQ(part.row(3)[0].weight, 9);
}

}  // namespace
}  // namespace topomorph::mapping
