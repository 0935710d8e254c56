// Improvement of an assignment of cells to hosts by swaps of two cells.
#pragma once

#include <cstdint>
#include <span>

#include "core/model/cartesian_pattern.h"

namespace topomorph::mapping {

/// Swaps cells of neighbouring hosts as long as that saves inter-host edges. Every host keeps its number of cells.
/// Examines only the cells along the boundaries. Deterministic. With `keep_first`, cell 0 does not move.
void improve_by_host_swaps(const CartesianPattern& pattern, std::span<std::uint32_t> host_of_cell,
                           bool keep_first = false);

}  // namespace topomorph::mapping
