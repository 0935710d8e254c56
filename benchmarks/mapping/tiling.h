// The best nested tiling of a grid for a regular tree: a mapping of a cost that mappers hardly beat, found without
// them.
#pragma once

#include <optional>
#include <span>

#include "benchmarks/mapping/instances.h"
#include "core/model/mapping.h"
#include "core/model/tree.h"

namespace topomorph::benchmarks {

struct Tiling {
  Cost cost = 0;
  Mapping slot_of_cell;  ///< cells in the numbering of stencil()
};

/// Returns the cheapest nested tiling for the grid of stencil(extents, weights), not periodic: one box of cells per
/// node of the tree, with equal boxes on each level. Returns nothing if the tree is not regular, the numbers of slots
/// and cells differ, or no boxes fit.
std::optional<Tiling> best_tiling(std::span<const std::uint64_t> extents, std::span<const std::uint64_t> weights,
                                  const TreeTopology& tree);

}  // namespace topomorph::benchmarks
