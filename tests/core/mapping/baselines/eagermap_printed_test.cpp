// EagerMap against its algorithms as they are printed [Cruz 2019, alg. 1-7]: full matrices, scans, a tree of groups.
// Two misprints are corrected: algorithm 1 fills the group of the root from its element 1 on; algorithm 6 returns
// nGroups, which it never sets.
#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "core/base/random.h"
#include "core/mapping/baselines/eagermap.h"
#include "core/mapping/portfolio/map.h"
#include "core/topology/spec.h"
#include "tests/core/mapping/graphs.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

using Matrix = std::vector<std::vector<EdgeWeight>>;

Matrix matrix_of(const Graph& graph) {
  Matrix volumes(graph.vertices(), std::vector<EdgeWeight>(graph.vertices()));
  for (Vertex v = 0; v < graph.vertices(); ++v) {
    for (const Edge& edge : graph.row(v)) volumes[v][edge.to] = edge.weight;
  }
  return volumes;
}

/// "group" of the paper: tasks have no elements.
struct Group {
  Vertex id = 0;
  std::vector<Group> elements;
};

/// Lines 3 to 17 of algorithm 3, and 5 to 19 of algorithm 7.
Vertex winner_of(const Matrix& volumes, const std::vector<char>& chosen, const std::vector<Vertex>& winners) {
  EdgeWeight most = -1;
  Vertex winner = 0;
  for (Vertex j = 0; j < volumes.size(); ++j) {
    if (chosen[j]) continue;
    EdgeWeight volume = 0;
    for (const Vertex member : winners) volume += volumes[j][member];
    if (volume > most) most = volume, winner = j;
  }
  return winner;
}

/// Algorithm 3.
Group generate_group(const Matrix& volumes, std::size_t size, std::vector<char>& chosen,
                     const std::vector<Group>& previous) {
  Group group;
  std::vector<Vertex> winners;
  for (std::size_t i = 0; i < size; ++i) {
    const Vertex winner = winner_of(volumes, chosen, winners);
    chosen[winner] = 1;
    winners.push_back(winner);
    group.elements.push_back(previous[winner]);
  }
  return group;
}

/// Algorithm 2.
std::vector<Group> generate_groups_for_level(const Matrix& volumes, const std::vector<Group>& previous,
                                             std::size_t objects) {
  const std::size_t elements = previous.size(), groups = std::min(elements, objects), share = elements / groups;
  std::size_t leftover = elements % groups, size = 0;
  std::vector<char> chosen(elements);
  std::vector<Group> made;
  for (std::size_t i = 0; i < elements; i += size) {
    size = share;
    if (leftover > 0) ++size, --leftover;
    Group group = generate_group(volumes, size, chosen, previous);
    group.id = static_cast<Vertex>(made.size());
    made.push_back(group);
  }
  return made;
}

/// Algorithm 4.
Matrix recreate_matrix(const Matrix& volumes, const std::vector<Group>& groups) {
  Matrix next(groups.size(), std::vector<EdgeWeight>(groups.size()));
  for (std::size_t i = 0; i + 1 < groups.size(); ++i) {
    for (std::size_t j = i + 1; j < groups.size(); ++j) {
      EdgeWeight volume = 0;
      for (const Group& a : groups[i].elements) {
        for (const Group& b : groups[j].elements) volume += volumes[a.id][b.id];
      }
      next[i][j] = next[j][i] = volume;
    }
  }
  return next;
}

/// Returns the children of each node of a level above the slots: "nSharers". A level with one is private.
std::size_t sharers(const TreeTopology& tree, std::size_t level) { return tree.nodes(level - 1) / tree.nodes(level); }

/// Algorithm 5, on node `object` of a level; the slots are level 0.
void map_groups(const TreeTopology& tree, std::size_t level, std::size_t object, const Group& group, Mapping& mapping) {
  if (level == 0) {
    for (const Group& task : group.elements) mapping[task.id] = object;
  } else if (const std::size_t linked = sharers(tree, level); linked > 1) {
    for (std::size_t i = 0; i < group.elements.size(); ++i) {
      map_groups(tree, level - 1, object * linked + i, group.elements[i], mapping);
    }
  } else {
    map_groups(tree, level - 1, object, group, mapping);
  }
}

/// Algorithm 1. "execElInLevel" has the slots and the shared levels below the root.
Mapping map_algorithm(Matrix volumes, const TreeTopology& tree) {
  const std::size_t tasks = volumes.size();
  std::vector<Group> groups(tasks);
  for (Vertex task = 0; task < tasks; ++task) groups[task].id = task;
  for (std::size_t level = 0; level < tree.levels(); ++level) {
    if (level > 0 && sharers(tree, level) == 1) continue;
    groups = generate_groups_for_level(volumes, groups, tree.nodes(level));
    if (level + 1 < tree.levels()) volumes = recreate_matrix(volumes, groups);
  }
  Group root;
  root.elements = groups;
  Mapping mapping(tasks);
  map_groups(tree, tree.levels(), 0, root, mapping);
  return mapping;
}

/// Algorithms 6 and 7.
ElementGroups lb_generate_groups(const Matrix& volumes, const std::vector<std::int64_t>& load, std::size_t objects) {
  auto total = static_cast<double>(std::accumulate(load.begin(), load.end(), std::int64_t{0}));
  std::vector<char> chosen(load.size());
  ElementGroups groups;
  for (std::size_t done = 0; done < load.size();) {
    const double threshold = total / static_cast<double>(objects - groups.size());
    std::vector<Vertex> winners;
    double sum = 0;
    for (; done < load.size() && sum < threshold; ++done) {
      const Vertex winner = winner_of(volumes, chosen, winners);
      chosen[winner] = 1;
      winners.push_back(winner);
      sum += static_cast<double>(load[winner]);
    }
    total -= sum;
    groups.push_back(winners);
  }
  return groups;
}

TEST(EagerMapAsPrinted, MapsAsAlgorithms1To5) {
  for (const char* topology : {"tree:2:2:2", "tree:3:5", "tree:4:2:4", "tree:40", "tree:2:1:4", "tree:1:3:4"}) {
    for (const std::uint64_t tasks : {7U, 15U, 32U, 45U}) {  // fewer than slots, as many, and more
      const Affinity affinity = testing::random_affinity(tasks, 4 * tasks, tasks);
      const auto tree = topology::parse_topology(topology);
      MapOptions options;
      options.algorithm = "eagermap";
      options.sharing.roles_per_slot = Sharing::kAnyNumber;
      const Matrix volumes = matrix_of(graph_of(affinity));
      EXPECT_EQ(map(affinity, *tree, options).mapping, map_algorithm(volumes, *as_tree(*tree)))
          << topology << ", " << tasks << " tasks";
    }
  }
}

TEST(EagerMapAsPrinted, GroupsByLoadAsAlgorithms6And7) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    Random random(seed);
    const Graph graph = graph_of(testing::random_affinity(24, 100, seed));
    std::vector<std::int64_t> load(24);
    for (std::int64_t& one : load) one = 1 + static_cast<std::int64_t>(random.below(20));
    const std::size_t objects = 2 + seed % 7;
    EXPECT_EQ(eager_groups_by_load(graph, load, objects), lb_generate_groups(matrix_of(graph), load, objects)) << seed;
  }
}

}  // namespace
}  // namespace topomorph::mapping
