// The lattice on which row-major numbers of the vertices lie.
#pragma once

#include "core/mapping/grids/lattice.h"

namespace topomorph::mapping {

/// Returns the lattice on which the edges are shortest if vertices are numbered row-major. There may be edges of any
/// length; returns nothing if too little of the weight lies on steps that most cells have.
std::optional<Lattice> lattice_of_numbering(const Graph& graph);

}  // namespace topomorph::mapping
