// Roles at the points of a lattice, as the cells of a process grid are: found in the affinity, whatever else it holds.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/workers.h"
#include "core/mapping/graph/graph.h"
#include "core/model/cartesian_pattern.h"

namespace topomorph::mapping {

inline constexpr std::size_t kMostAxes = 4;
inline constexpr std::int32_t kReach = 4;  ///< steps along an axis: no stencil of a program reaches farther

/// A point, or a step from one point to another; axes that the lattice does not have are 0.
using Point = std::array<std::int32_t, kMostAxes>;

/// Returns the number of points of a box with these extents.
inline std::size_t points_in(const Point& extents) {
  std::size_t points = 1;
  for (const std::int32_t extent : extents) points *= static_cast<std::size_t>(extent);
  return points;
}

/// Vertices at points of a box, at most one at each. Vertices without edges, which are the last, have no point.
struct Lattice {
  std::size_t axes = 0;
  Point extents{1, 1, 1, 1};
  std::array<bool, kMostAxes> periodic{};
  std::vector<Point> point_of;  ///< by vertex
  bool is_whole = true;         ///< not put together from pieces that were found one by one

  std::size_t cells() const { return points_in(extents); }
  /// Returns whether each point of the box has a vertex.
  bool is_full() const { return cells() == point_of.size(); }
  /// Returns whether a box with this extent goes all around the axis: its ends are neighbours.
  bool is_ring(std::size_t axis, std::int32_t extent) const {
    return periodic[axis] && extent > 2 && extent == extents[axis];
  }
  /// Returns the row-major number of a point; the last axis is the fastest.
  std::size_t cell_of(const Point& point) const;
  /// Returns the point with this row-major number.
  Point point_at(std::size_t cell) const;
  /// Returns the shortest step between two points, across the ends of periodic axes if that is shorter.
  Point step(const Point& from, const Point& to) const {
    Point step{};
    for (std::size_t a = 0; a < axes; ++a) {
      step[a] = to[a] - from[a];
      if (!periodic[a]) continue;
      if (2 * step[a] > extents[a]) step[a] -= extents[a];
      if (2 * step[a] <= -extents[a]) step[a] += extents[a];
    }
    return step;
  }
};

/// Returns the lattice of a known grid, whose cell i is vertex i; nothing if it is long along more than kMostAxes axes.
std::optional<Lattice> lattice_of(const CartesianPattern& grid);

/// The neighbours that cells of a lattice have in common: a step, and the mean weight of the edges along it, over all
/// pairs of points so far apart. One of each two opposite steps.
struct LatticeStep {
  Point step{};
  double weight = 0;
};

struct LatticeSteps {
  std::vector<LatticeStep> steps;
  double share = 0;   ///< of all weight that lies on them
  double spread = 0;  ///< standard deviation of the weights along a step over their mean, over all steps
};
/// Returns the steps that most pairs of points have an edge for.
LatticeSteps steps_of(const Graph& graph, const Lattice& lattice);
LatticeSteps steps_of(const Graph& graph, const Lattice& lattice, Workers& workers);

/// Returns the number of vertices up to the last one with an edge.
std::size_t connected_vertices(const Graph& graph);

}  // namespace topomorph::mapping
