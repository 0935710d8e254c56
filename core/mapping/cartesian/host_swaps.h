// Improving an assignment of cells to hosts by swapping two cells at a time.
#pragma once

#include <cstdint>
#include <span>

#include "core/model/cartesian_pattern.h"

namespace topomorph::mapping {

/// Swaps cells of neighbouring hosts as long as that saves inter-host edges; every host keeps its number of cells.
/// Looks at the cells along the boundaries only. Deterministic.
/// `keep_first`: cell 0 stays where it is.
void improve_by_host_swaps(const CartesianPattern& pattern, std::span<std::uint32_t> host_of_cell,
                           bool keep_first = false);

}  // namespace topomorph::mapping
