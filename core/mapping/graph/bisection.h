// Bisection of a graph into parts of given sizes with little weight between them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/deadline.h"
#include "core/base/random.h"
#include "core/mapping/graph/graph.h"
#include "core/mapping/graph/queues.h"
#include "core/mapping/problem/parameters.h"

namespace topomorph::mapping {

struct Bisection {
  std::vector<std::uint8_t> side;  ///< by vertex: 0 or 1
  EdgeWeight cut = 0;              ///< weight between the sides, see cut_of
  std::int64_t size0 = 0;          ///< size of side 0
};

/// Refines bisections by [Fiduccia 1982], with heaps instead of buckets, for arbitrary weights. Only vertices with
/// neighbours on the other side wait to be moved, so a pass costs what the boundary is, not what the graph is. One
/// object serves many refinements and keeps its memory.
class FmRefiner {
 public:
  /// Makes passes over the boundary until one brings nothing, or `passes` of them. Side 0 ends with size `target0`
  /// within `tolerance`, if that can be reached. During a pass it may be off by more, since at exact sizes every
  /// improvement takes two moves.
  void refine(const Graph& graph, Bisection& bisection, std::int64_t target0, std::int64_t tolerance, int passes);

 private:
  struct Best;
  /// Weight of a vertex's edges to the other side and to its own.
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
  GainHeap heap_[2];  // movable vertices of each side
  std::vector<Pull> pull_;
  std::vector<Vertex> boundary_;  // all vertices with weight to the other side, and some that had it
  std::vector<char> listed_;      // by vertex: whether it is in boundary_
  std::vector<Vertex> moved_;
  std::vector<char> locked_;  // by vertex: whether it is in moved_
};

/// Multilevel bisection: coarsens, grows a bisection, refines it on the way back. Side 0 gets size `target0` within
/// `tolerance` if the sizes of the vertices allow it (sizes of 1 do); 0 < target0 < total size. After the deadline it
/// only deals out the vertices in order.
Bisection bisect(const Graph& graph, std::int64_t target0, const Effort& effort, Random& random,
                 const Deadline& deadline, FmRefiner& refiner, std::int64_t tolerance = 0);

/// Returns the weight between the sides and of the pulls that are not followed.
EdgeWeight cut_of(const Graph& graph, const std::vector<std::uint8_t>& side);

}  // namespace topomorph::mapping
