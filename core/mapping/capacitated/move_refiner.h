// Improving parts of many vertices by moving one vertex at a time, with gains in the tree's distances.
#pragma once

#include <vector>

#include "core/base/deadline.h"
#include "core/base/random.h"
#include "core/mapping/capacitated/parts.h"
#include "core/mapping/multilevel/gain_heap.h"
#include "core/mapping/tree/layout.h"

namespace topomorph::mapping {

/// How long moves are tried.
struct MoveEffort {
  int passes = 3;             ///< over the vertices at the borders of the parts, at most
  std::size_t patience = 20;  ///< moves without a new best after which one search gives up
};

/// Local search from one border vertex at a time, spreading to its neighbours, undone back to its best state (Sanders,
/// Schulz: Engineering multilevel graph partitioning algorithms, 2011), where a gain is volume times distance saved.
/// Parts never exceed their capacity by a move. One object serves the graphs of all levels, to keep its memory.
class MoveRefiner {
 public:
  /// Returns the gain. The slots of `tree` are the parts.
  EdgeWeight refine(const Graph& graph, const SlotTree& tree, Parts& parts, const MoveEffort& effort, Random& random,
                    const Deadline& deadline);

  /// Moves vertices out of parts that are too full, at the least cost; loads that do not fit anywhere stay.
  void unload(const Graph& graph, const SlotTree& tree, Parts& parts);

 private:
  struct Move {
    EdgeWeight gain = 0;
    Vertex to = kNoVertex;
  };
  struct Undo {
    Vertex vertex = 0, from = 0;
  };

  void prepare(const Graph& graph, const SlotTree& tree, Parts& parts);
  void collect(Vertex v);
  void forget();
  EdgeWeight cost_at(Vertex part) const;
  Move best_move(Vertex v);
  Vertex nearest_room(Vertex part, std::int64_t size) const;
  Move cheapest_exit(Vertex v);
  std::vector<Vertex> border(Random& random);
  EdgeWeight pass(const MoveEffort& effort, Random& random);
  EdgeWeight search_from(Vertex seed, std::size_t patience);
  void wake_neighbours(Vertex v);
  void undo();
  void empty_part(Vertex part, const std::vector<Vertex>& members);

  const Graph* graph_ = nullptr;
  const SlotTree* tree_ = nullptr;
  Parts* parts_ = nullptr;
  GainHeap heap_;
  std::vector<EdgeWeight> weight_to_;  // of the vertex looked at, to each part; 0 between two looks
  std::vector<Vertex> touched_;        // parts with such weight
  std::vector<Undo> journal_;
  std::vector<std::uint32_t> done_in_;  // pass in which a vertex was moved
  std::uint32_t pass_ = 0;
  std::size_t hub_ = 0;  // edges from which on a vertex is one
};

}  // namespace topomorph::mapping
