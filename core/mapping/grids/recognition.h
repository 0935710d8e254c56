// Finds the lattice of an affinity of process grids.
#pragma once

#include "core/mapping/grids/lattice.h"

namespace topomorph::mapping {

/// Returns the lattice of an affinity of process grids: from the numbering of the vertices where they are row-major in
/// some order of the axes, else from the graph, see grid_graph.h and lattice_growth.h. Edges off the lattice are
/// allowed, as long as most weight lies on it. Takes time in proportion to the edges.
std::optional<Lattice> recognise_lattice(const Graph& graph);

}  // namespace topomorph::mapping
