// Cutting a graph in two parts of given sizes with little weight between them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/deadline.h"
#include "core/base/random.h"
#include "core/mapping/multilevel/gain_heap.h"
#include "core/mapping/multilevel/graph.h"
#include "core/mapping/presets.h"

namespace topomorph::mapping {

struct Bisection {
  std::vector<std::uint8_t> side;  ///< 0 or 1 per vertex
  EdgeWeight cut = 0;              ///< weight between the sides, see cut_of
  std::int64_t size0 = 0;          ///< of side 0
};

/// Refinement of a bisection after Fiduccia and Mattheyses (1982), with arbitrary weights (heaps in place of buckets).
/// Only vertices with neighbours on the other side wait to be moved, so that a pass costs what the boundary is, not
/// what the graph is. One object serves many refinements, to keep its memory.
class FmRefiner {
 public:
  /// Passes over the boundary until one brings nothing. Side 0 ends with `target0`, give or take `tolerance`, if that
  /// can be reached; on the way it may be off by more, since at exact sizes every improvement takes two moves.
  void refine(const Graph& graph, Bisection& bisection, std::int64_t target0, std::int64_t tolerance, int passes);

 private:
  struct Best;
  /// Weight of a vertex's edges to the other and to its own side.
  struct Pull {
    EdgeWeight out = 0, in = 0;
    EdgeWeight gain() const { return out - in; }
  };

  void weigh(const Graph& graph, const Bisection& bisection);
  bool pass(const Graph& graph, Bisection& bisection);
  void start(const Graph& graph, const Bisection& bisection);
  void list(Vertex v);
  void wait(Vertex v, std::uint8_t side);
  void let_all_wait(const Bisection& bisection, std::uint8_t side);
  int choose_side(std::int64_t deviation, bool balanced_before) const;
  int next_side(const Bisection& bisection, bool balanced_before);
  void change_side(const Graph& graph, Bisection& bisection, Vertex v, bool in_pass);

  std::int64_t target0_ = 0, tolerance_ = 0, slack_ = 0;
  GainHeap heap_[2];  // movable vertices of either side
  std::vector<Pull> pull_;
  std::vector<Vertex> boundary_;  // all vertices with weight to the other side, and some that had it
  std::vector<char> listed_;      // whether a vertex is in boundary_
  std::vector<Vertex> moved_;
  std::vector<char> locked_;  // whether a vertex is in moved_
};

/// Multilevel bisection: coarsen, grow, refine on the way back. Side 0 gets `target0`, give or take `tolerance`, where
/// the sizes of the vertices allow it (with sizes of 1 they do); 0 < target0 < the size of all vertices. After the
/// deadline it just deals out the vertices in order.
Bisection bisect(const Graph& graph, std::int64_t target0, const Effort& effort, Random& random,
                 const Deadline& deadline, FmRefiner& refiner, std::int64_t tolerance = 0);

/// Weight between the sides, and of the pulls that are not followed.
EdgeWeight cut_of(const Graph& graph, const std::vector<std::uint8_t>& side);

}  // namespace topomorph::mapping
