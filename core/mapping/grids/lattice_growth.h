// Finds the lattice of a relabelled process grid in its graph: grows from a cell whose neighbours form a known stencil.
#pragma once

#include <optional>

#include "core/mapping/grids/lattice.h"

namespace topomorph::mapping {

/// Finds points for the vertices of a graph whose heavy edges form a stencil (stars of one and two steps, boxes, and
/// three others), with any numbers of the vertices. Edges may be missing, and others may be on top. Grows like a
/// crystal: the point with most known neighbours comes next, and takes the vertex that is joined to most of them. Tries
/// several weights as the least of a heavy edge. Returns nothing if no stencil explains most of the weight. Takes time
/// in proportion to edges x neighbours.
std::optional<Lattice> grow_lattice(const Graph& graph);

}  // namespace topomorph::mapping
