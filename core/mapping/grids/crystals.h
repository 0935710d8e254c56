// Grows lattices like crystals: vertex after vertex, each where it fits the neighbours that have their points.
#pragma once

#include <queue>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/mapping/grids/heavy_part.h"
#include "core/mapping/grids/stencils.h"

namespace topomorph::mapping {

struct HashOfPoint {
  std::size_t operator()(const Point& point) const {
    std::uint64_t hash = 0;
    for (const std::int32_t along : point) hash = (hash + static_cast<std::uint32_t>(along)) * 0x9e3779b97f4a7c15U;
    return hash ^ (hash >> 32);
  }
};

/// The crystals that grow in one graph. The graph and the stencil must outlive this.
class Crystals {
 public:
  Crystals(const HeavyPart& graph, const Stencil& stencil)
      : graph_(graph),
        stencil_(stencil),
        point_of_(graph.vertices()),
        crystal_of_(graph.vertices(), kNone),
        votes_(graph.vertices(), 0) {}

  /// Grows a crystal from a vertex that has no point yet, as far as edges reach. Its points have a system of their own,
  /// and extend to both sides of 0; those of a periodic axis may lie on either side. Returns false, and places nothing,
  /// unless the neighbours of the vertex form the stencil.
  bool grow_from(Vertex seed);

  bool has_point(Vertex v) const { return crystal_of_[v] != kNone; }
  const Point& point_of(Vertex v) const { return point_of_[v]; }
  /// Returns the vertices of each crystal.
  const std::vector<std::vector<Vertex>>& all() const { return crystals_; }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  /// The vertices one step forwards and backwards along an axis; the same vertex along a flat axis.
  using Ends = std::pair<Vertex, Vertex>;
  /// A vertex that fits a point: how well, and how well the next one does.
  struct Choice {
    Vertex vertex = kNoVertex;
    int score = 0, second = 0;
  };

  bool place_around(Vertex seed);
  std::vector<Ends> axes_around(Vertex seed) const;
  std::vector<Ends> paired(std::vector<Vertex>& units) const;
  bool are_opposite(Vertex one, Vertex other) const;
  void place(Vertex v, const Point& point);
  void place_certain();
  bool place_likely();
  Choice best_for(const Point& point);
  bool fits_elsewhere(const Choice& choice, const Point& point) const;
  bool is_growing(Vertex v) const { return crystal_of_[v] + 1 == crystals_.size(); }  ///< has a point of this crystal
  bool near(const Point& step) const;
  int strangers(Vertex v, const Point& point) const;

  const HeavyPart& graph_;
  const Stencil& stencil_;
  std::vector<Point> point_of_;
  std::vector<std::uint32_t> crystal_of_;
  std::vector<std::vector<Vertex>> crystals_;
  std::size_t guesses_ = 0;         // in all crystals
  std::vector<int> votes_;          // by vertex: 0 between two choices
  std::vector<Vertex> candidates_;  // with votes in this choice
  // Of the crystal that grows:
  std::unordered_map<Point, Vertex, HashOfPoint> vertex_at_;
  std::unordered_map<Point, std::size_t, HashOfPoint> known_around_;  // free points: neighbours that have their points
  std::priority_queue<std::pair<std::size_t, Point>> waiting_;        // free points by that number
  std::vector<Point> doubtful_;                                       // free points that several vertices fit
};

}  // namespace topomorph::mapping
