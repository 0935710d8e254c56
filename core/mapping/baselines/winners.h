// Who joins a growing group next: the greedy step that EagerMap and its relatives share.
#pragma once

#include <cstdint>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "core/base/workers.h"
#include "core/mapping/multilevel/graph.h"

namespace topomorph::mapping {

/// Of the elements that are in no group yet, the one with most communication with the group that grows; the first of
/// equals. The same choices as algorithm 3 of paper 004 (EagerMap) makes in E steps each; a heap of those that talk to
/// the group at all makes them in the logarithm of the group's edges.
class Winners {
 public:
  explicit Winners(const Graph& graph) : graph_(graph), volume_(graph.vertices()), chosen_(graph.vertices()) {}

  /// A new group, empty.
  void begin_group();
  /// The next member, or kNoVertex where nobody is left.
  Vertex next();
  bool is_chosen(Vertex v) const { return chosen_[v]; }

 private:
  Vertex first_free();
  void join(Vertex v);

  const Graph& graph_;
  std::vector<EdgeWeight> volume_;  // of communication with the group that grows
  std::vector<char> chosen_;
  std::vector<Vertex> touched_;
  std::priority_queue<std::pair<EdgeWeight, std::int64_t>> queue_;  // volume, then minus the element: first of equals
  Vertex free_ = 0;                                                 // nobody below is free
};

/// Below so many elements a look at all of them takes less than waking a thread.
inline constexpr std::size_t kWorthThreads = 16384;

/// The same choices by looking at every element, as the paper has it (algorithm 8: each thread at a share of them).
class ScanningWinners {
 public:
  ScanningWinners(const Graph& graph, Workers& workers, std::size_t worth_threads = kWorthThreads);

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
  std::vector<EdgeWeight> volume_;  // -1: chosen
  std::vector<Best> best_;          // of each share
  std::vector<Vertex> touched_;
};

}  // namespace topomorph::mapping
