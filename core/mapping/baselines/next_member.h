// Choice of the next member of a growing group: the greedy step of EagerMap and its relatives.
#pragma once

#include <cstdint>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "core/base/workers.h"
#include "core/mapping/multilevel/graph.h"

namespace topomorph::mapping {

/// Chooses, of the elements that are in no group yet, the one that communicates most with the growing group, on a tie
/// the first. The choices are those of [Cruz 2019, alg. 3], which scans all E elements for each. A heap of the elements
/// that communicate with the group takes the logarithm of the group's edges instead.
class NextMemberHeap {
 public:
  explicit NextMemberHeap(const Graph& graph) : graph_(graph), volume_(graph.vertices()), chosen_(graph.vertices()) {}

  /// Starts a new, empty group.
  void begin_group();
  /// Adds the next member to the group and returns it; kNoVertex if no element is left.
  Vertex next();

 private:
  Vertex first_free();
  void join(Vertex v);

  const Graph& graph_;
  std::vector<EdgeWeight> volume_;  // by element: volume with the growing group
  std::vector<char> chosen_;
  std::vector<Vertex> touched_;
  std::priority_queue<std::pair<EdgeWeight, std::int64_t>> queue_;  // volume, minus the element: the first wins a tie
  Vertex free_ = 0;                                                 // all elements below are chosen
};

/// Number of elements below which a scan takes less time than waking a thread.
inline constexpr std::size_t kWorthThreads = 16384;

/// Makes the same choices by a scan of all elements, each thread over a share [Cruz 2019, alg. 8].
class NextMemberScan {
 public:
  NextMemberScan(const Graph& graph, Workers& workers, std::size_t worth_threads = kWorthThreads);

  void begin_group();
  Vertex next();

 private:
  struct Best {
    EdgeWeight volume = -1;
    Vertex element = kNoVertex;
  };
  Best best_of(std::size_t share) const;

  const Graph& graph_;
  Workers& workers_;
  std::vector<EdgeWeight> volume_;  // by element; -1: chosen
  std::vector<Best> best_;          // by share
  std::vector<Vertex> touched_;
};

}  // namespace topomorph::mapping
