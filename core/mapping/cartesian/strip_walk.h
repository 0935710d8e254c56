// A walk through a grid in strips.
#pragma once

#include <cstdint>
#include <span>

#include "core/mapping/cartesian/cell_order.h"

namespace topomorph::mapping {

/// Strips run along dimension `along`; every other dimension d is cut into `strips[d]` parts as equal as possible.
/// Neighbouring strips follow each other and are walked in opposite directions, so that a host at the end of one goes
/// on in the next.
CellOrder strip_walk(const Grid& grid, std::size_t along, std::span<const std::int64_t> strips);

}  // namespace topomorph::mapping
