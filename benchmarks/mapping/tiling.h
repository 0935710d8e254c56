// The best nested tiling of a grid for a regular tree: a mapping whose cost is hard to beat, found without any mapper.
#pragma once

#include <optional>
#include <span>

#include "benchmarks/mapping/instances.h"
#include "core/model/mapping.h"
#include "core/model/tree.h"

namespace topomorph::benchmarks {

struct Tiling {
  Cost cost = 0;
  Mapping slot_of_cell;  ///< cells as stencil() numbers them
};

/// Boxes of cells, one per node of the tree, boxes of a level alike and nested: the cheapest such choice for the grid
/// of stencil(extents, weights), not periodic. None where the tree is not regular, its slots are not as many as the
/// cells, or no boxes fit.
std::optional<Tiling> best_tiling(std::span<const std::uint64_t> extents, std::span<const std::uint64_t> weights,
                                  const TreeTopology& tree);

}  // namespace topomorph::benchmarks
