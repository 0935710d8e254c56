// Improves parts of many vertices by moving one vertex at a time, with gains in the tree's distances.
#pragma once

#include <vector>

#include "core/base/deadline.h"
#include "core/base/random.h"
#include "core/mapping/graph/queues.h"
#include "core/mapping/slots/slot_tree.h"

namespace topomorph::mapping {

/// Many vertices in each part, and the room that is left. A part is a slot or a node of a tree; loads are sums of the
/// vertices' sizes.
struct Parts {
  std::vector<Vertex> of;              ///< vertex -> part
  std::vector<std::int64_t> load;      ///< of each part
  std::vector<std::int64_t> capacity;  ///< of each part

  bool has_room(Vertex part, std::int64_t size) const { return load[part] + size <= capacity[part]; }
  void move(Vertex v, Vertex to, std::int64_t size) {
    load[of[v]] -= size;
    load[to] += size;
    of[v] = to;
  }
};

/// Bounds of the work of a refinement by moves.
struct MoveEffort {
  int passes = 3;             ///< over the vertices at the borders of the parts, at most
  std::size_t patience = 20;  ///< moves without a new best after which one search gives up
};

/// Searches from one border vertex at a time, spreads to its neighbours, and returns to the best state [Sanders 2011].
/// A gain is volume x distance saved. No move exceeds the capacity of a part. One object serves the graphs of all
/// levels and keeps its memory.
class MoveRefiner {
 public:
  /// Improves the parts, which are the slots of `tree`. Returns the gain.
  EdgeWeight refine(const Graph& graph, const SlotTree& tree, Parts& parts, const MoveEffort& effort, Random& random,
                    const Deadline& deadline);

  /// Moves vertices out of overfull parts, at the least cost. Loads that fit nowhere stay.
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
  std::vector<EdgeWeight> weight_to_;  // from the collected vertex to each part; 0 after forget()
  std::vector<Vertex> touched_;        // parts with a weight
  std::vector<Undo> journal_;
  std::vector<std::uint32_t> done_in_;  // the last pass that moved the vertex
  std::uint32_t pass_ = 0;
  std::size_t hub_ = 0;  // a vertex with more edges is a hub
};

}  // namespace topomorph::mapping
