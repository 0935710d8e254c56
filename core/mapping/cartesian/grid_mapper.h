// The Cartesian algorithms as entries of the table of mapping algorithms.
#pragma once

#include "core/mapping/cartesian/cartesian.h"
#include "core/mapping/registry.h"

namespace topomorph::mapping {

/// The algorithm's mapping of the grid in the options, improved by swaps of roles and of branches. Throws InputError
/// where the options have no grid.
Mapping map_grid(const Problem& problem, const CartesianAlgorithm& algorithm);

}  // namespace topomorph::mapping
