// The most weight that any set of cells of a lattice keeps inside: what no tiling by sets of this size can exceed.
#pragma once

#include "core/mapping/grids/kept_weight.h"

namespace topomorph::mapping {

/// Returns the weight of the edges inside the most compact set of so many cells. Few cells are a box with whole extents
/// and a part of one more layer, the best of all such shapes; many cells are a box with real extents, which keeps
/// slightly more. Either may be a ring around any of the periodic axes.
double most_kept(const KeptWeight& kept, double volume);

}  // namespace topomorph::mapping
