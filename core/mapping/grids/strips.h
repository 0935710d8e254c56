// A walk through a grid in strips.
#pragma once

#include <cstdint>
#include <span>

#include "core/mapping/grids/cell_order.h"

namespace topomorph::mapping {

/// Returns the order of the walk. Strips run along dimension `along`; every other dimension d is cut into `strips[d]`
/// parts of nearly equal size. Successive strips are neighbours and are walked in opposite directions, so that a host
/// at the end of one continues in the next.
CellOrder strip_walk(const Grid& grid, std::size_t along, std::span<const std::int64_t> strips);

}  // namespace topomorph::mapping
