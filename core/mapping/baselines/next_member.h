// Choice of the next member of a growing group: the greedy step of EagerMap and its relatives.
#pragma once

#include <algorithm>
#include <cstdint>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "core/base/workers.h"
#include "core/mapping/graph/graph.h"
#include "core/model/groups.h"

namespace topomorph::mapping {

/// The element that a finder would choose next, and its volume with the growing group; kNoVertex: none is left.
struct NextMember {
  EdgeWeight volume = -1;
  Vertex element = kNoVertex;
};

/// Returns the better one: more volume, on a tie the first element.
constexpr const NextMember& better(const NextMember& a, const NextMember& b) {
  return a.volume != b.volume ? (a.volume > b.volume ? a : b) : (a.element <= b.element ? a : b);
}

/// The elements [first, end) that a finder chooses from.
struct ElementRange {
  Vertex first = 0, end = 0;
};

/// Chooses, of the elements that are in no group yet, the one that communicates most with the growing group, on a tie
/// the first. The choices are those of [Cruz 2019, alg. 3], which scans all E elements for each. A heap of the elements
/// that communicate with the group takes the logarithm of the group's edges instead.
class NextMemberHeap {
 public:
  explicit NextMemberHeap(const Graph& graph) : NextMemberHeap(graph, {0, static_cast<Vertex>(graph.vertices())}) {}
  /// Chooses from some elements only; others may join.
  NextMemberHeap(const Graph& graph, ElementRange from);

  /// Starts a new, empty group.
  void begin_group();
  /// Returns the best next member, which does not join yet.
  NextMember best();
  /// Adds an element to the group.
  void join(Vertex v);
  /// Adds the next member to the group and returns it; kNoVertex if no element is left.
  Vertex next();

 private:
  Vertex first_free();

  const Graph& graph_;
  const Vertex end_;
  std::vector<EdgeWeight> volume_;  // by element: volume with the growing group
  std::vector<char> chosen_;        // also true of elements that this finder does not choose from
  std::vector<Vertex> touched_;
  std::priority_queue<std::pair<EdgeWeight, std::int64_t>> queue_;  // volume, minus the element: the first wins a tie
  Vertex free_;                                                     // all elements below are chosen
};

/// Number of elements below which a scan takes less time than waking a thread.
inline constexpr std::size_t kWorthThreads = 16384;

/// Makes the same choices by a scan of all elements, each thread over a share [Cruz 2019, alg. 8].
class NextMemberScan {
 public:
  NextMemberScan(const Graph& graph, Workers& workers, std::size_t worth_threads = kWorthThreads);
  /// Chooses from some elements only; others may join.
  NextMemberScan(const Graph& graph, Workers& workers, ElementRange from, std::size_t worth_threads = kWorthThreads);

  void begin_group();
  NextMember best();
  void join(Vertex v);
  Vertex next();

 private:
  NextMember best_of(std::size_t share) const;

  const Graph& graph_;
  Workers& workers_;
  const ElementRange from_;
  std::vector<EdgeWeight> volume_;  // by element; -1: chosen, or not to be chosen
  std::vector<NextMember> best_;    // by share
  std::vector<Vertex> touched_;
};

/// Returns groups of these sizes: of each group member after member, as the finder chooses them.
template <typename Finder>
ElementGroups groups_of_sizes(Finder& finder, std::span<const std::size_t> sizes) {
  ElementGroups groups;
  for (const std::size_t size : sizes) {
    finder.begin_group();
    auto& group = groups.emplace_back(size);
    for (Vertex& member : group) member = finder.next();
  }
  return groups;
}

/// Returns the groups of [Cruz 2019, alg. 2] with any finder of members: as many as objects, or as elements if these
/// are fewer. Sizes differ by one at most.
template <typename Finder>
ElementGroups even_groups(Finder& finder, std::size_t elements, std::size_t objects) {
  std::vector<std::size_t> sizes(std::min(elements, objects));
  for (std::size_t g = 0; g < sizes.size(); ++g) sizes[g] = even_share(elements, sizes.size(), g);
  return groups_of_sizes(finder, sizes);
}

}  // namespace topomorph::mapping
