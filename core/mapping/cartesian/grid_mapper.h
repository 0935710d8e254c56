// The Cartesian algorithms as entries of the table of mapping algorithms.
#pragma once

#include "core/mapping/cartesian/cartesian.h"
#include "core/mapping/problem.h"

namespace topomorph::mapping {

/// Maps the grid of the options by this algorithm and improves the mapping by exchanges of roles and of branches.
/// Throws InputError if the options have no grid.
Mapping map_grid(const Problem& problem, const CartesianAlgorithm& algorithm);

}  // namespace topomorph::mapping
