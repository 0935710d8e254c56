// The constructor for process grids on trees: takes the cheapest tiling of the lattice, which is known or recognised.
#pragma once

#include <optional>

#include "core/mapping/search/search.h"

namespace topomorph::mapping {

/// Takes the lattice of the grid that the options know, or else recognises it in the affinity, tiles it in several
/// ways, and returns the tiling that costs least on the whole affinity: nested equal boxes, and boxes of different
/// shapes unless the equal ones are tight. Returns nothing if there is no lattice or no tiling.
std::optional<Construction> tile_lattice(const Instance& instance);

}  // namespace topomorph::mapping
