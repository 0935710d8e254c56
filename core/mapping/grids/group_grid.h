// Recognises process grids whose rows and columns are groups that exchange all with all, as in parallel FFTs.
#pragma once

#include <optional>

#include "core/mapping/grids/grid_graph.h"

namespace topomorph::mapping {

/// Recognises a graph in which two vertices have an edge if they differ in one coordinate of a grid (a Hamming graph),
/// whatever their numbers and weights; lighter edges may be elsewhere. The neighbours of a vertex fall apart into its
/// groups, one for each axis, and two cells that differ in two coordinates have two common neighbours, so that known
/// cells tell the next. Coordinates that the heaviest edges join are neighbours, as in a stencil of the same program.
/// Checks all heavy edges at the end: a result is certain. Takes about edges x neighbours steps.
/// Needs sorted rows. Returns nothing for other graphs, and for one group of all.
std::optional<GridGraph> recognise_groups(const Graph& graph);

}  // namespace topomorph::mapping
