// The stencils of process grids by which lattices are recognised, and what tells their neighbours apart.
#pragma once

#include <span>
#include <vector>

#include "core/mapping/lattice/lattice.h"

namespace topomorph::mapping {

/// The steps from a cell to its neighbours, with their opposites.
struct Stencil {
  std::size_t axes = 0;
  std::int32_t reach = 1;               ///< steps along one axis, at most
  std::vector<Point> steps;             ///< sorted
  std::size_t common_with_unit = 0;     ///< neighbours that a cell shares with the next along an axis
  std::size_t common_of_opposites = 0;  ///< neighbours that the next cells in opposite directions share
  bool joins_two = false;               ///< whether these are neighbours of each other

  bool has(const Point& step) const;
};

/// Returns stars, boxes, and others of one to four axes, the ones with most neighbours first: a part of these is
/// another stencil.
std::span<const Stencil> known_stencils();

}  // namespace topomorph::mapping
