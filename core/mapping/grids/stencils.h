// The stencils of process grids by which lattices are recognised, and what tells their neighbours apart.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "core/mapping/grids/lattice.h"

namespace topomorph::mapping {

/// The steps from a cell to its neighbours, with their opposites.
struct Stencil {
  std::size_t axes = 0;
  std::int32_t reach = 1;               ///< steps along one axis, at most
  std::vector<Point> steps;             ///< sorted
  std::size_t common_with_unit = 0;     ///< neighbours that a cell shares with the next along an axis
  std::size_t common_of_opposites = 0;  ///< neighbours that the next cells in opposite directions share
  bool joins_two = false;               ///< whether these are neighbours of each other
  /// Whether the last axis has only two points, so that the steps forwards and backwards are the same.
  bool is_flat = false;
  std::size_t common_with_flat = 0;  ///< neighbours that a cell shares with the next along that axis

  bool has(const Point& step) const { return std::binary_search(steps.begin(), steps.end(), folded(step)); }
  /// Returns the point with the coordinate of the flat axis, if there is one, in 0 and 1.
  Point folded(Point point) const {
    if (is_flat) point[axes - 1] &= 1;
    return point;
  }
};

/// Returns stars, boxes, and others of one to four axes, the ones with most neighbours first: a part of these is
/// another stencil.
std::span<const Stencil> known_stencils();

}  // namespace topomorph::mapping
