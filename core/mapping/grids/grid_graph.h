// Recognises graphs that are grids, whatever the numbers of their vertices.
#pragma once

#include <optional>
#include <vector>

#include "core/mapping/grids/lattice.h"

namespace topomorph::mapping {

/// A graph that is a grid: each cell has an edge to the next one along each axis, and no others.
struct GridGraph {
  std::vector<std::size_t> extents;
  std::vector<char> periodic;     ///< per axis: whether its ends are joined
  std::vector<Vertex> vertex_of;  ///< cell -> vertex; cells are row-major, the last axis is the fastest
};

/// Recognises a grid in O(edges): starts in a corner, follows a line along each axis, and closes one square after the
/// other between known cells. Checks all edges at the end, so that a result is certain. Needs sorted rows and at least
/// two vertices. Returns nothing for a graph that is no grid. Returns a periodic axis of 4 as two axes of 2, which is
/// the same graph.
std::optional<GridGraph> recognise_grid(const Graph& graph);

/// Returns the points of the vertices, in the numbers of the grid. The grid has at most kMostAxes axes.
Lattice lattice_of(const GridGraph& grid);

/// Returns the grid of a full lattice.
GridGraph grid_of(const Lattice& lattice);

}  // namespace topomorph::mapping
