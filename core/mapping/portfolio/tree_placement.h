// The Cartesian algorithms on trees, as entries of the table of mapping algorithms.
#pragma once

#include <optional>

#include "core/mapping/grids/cartesian.h"
#include "core/mapping/problem/problem.h"

namespace topomorph::mapping {

/// Maps the grid to a tree with at least as many slots. Cuts the grid for the nodes of one level, then every piece for
/// the children of its node. Tries each level as the first; the cheapest mapping wins (sum of the distances of all
/// messages). Cell 0 goes to the lowest node with the slot `first`, if given. After the deadline no further first level
/// is tried. Does not improve the result: see map().
Mapping map_grid_to_tree(const CartesianPattern& pattern, const TreeTopology& tree, const CartesianAlgorithm& algorithm,
                         std::optional<Slot> first = {}, const Deadline& deadline = Deadline(std::nullopt));

/// Maps the grid of the options by this algorithm and improves the mapping by exchanges of roles and of branches.
/// Throws InputError if the options have no grid.
Mapping map_grid(const Problem& problem, const CartesianAlgorithm& algorithm);

}  // namespace topomorph::mapping
