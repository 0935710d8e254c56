// Product tilings of rows and columns, a simple method beside the mapper: all of them are tried.
#pragma once

#include <optional>

#include "benchmarks/mapping/instances.h"
#include "benchmarks/mapping/tiling.h"
#include "core/model/topology.h"

namespace topomorph::benchmarks {

/// Returns the cheapest way to share out two axes of a grid over the digits of a slot's number: each digit's base is a
/// product of a part of the rows and a part of the columns, either one within the other. The digits are the levels of a
/// tree, or the coordinates of a mesh or torus and the levels inside its hosts. `instance` has the cells of the grid in
/// order. Returns nothing on other topologies, or if the numbers of cells and slots differ.
std::optional<Tiling> best_product_tiling(const Instance& instance, std::uint64_t rows, std::uint64_t columns,
                                          const Topology& topology);

}  // namespace topomorph::benchmarks
