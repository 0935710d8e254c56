// The best nested tilings of a grid for a regular tree: mappings of a cost that mappers hardly beat, found without
// them.
#pragma once

#include <span>
#include <vector>

#include "benchmarks/mapping/pattern.h"
#include "core/model/mapping.h"
#include "core/model/tree.h"

namespace topomorph::benchmarks {

struct Tiling {
  Cost cost = 0;
  Mapping slot_of_cell;  ///< cells in the numbering of Pattern
};

/// Returns nested tilings of the grid: one box of cells per node of the tree, with equal boxes on each level. The
/// cheapest comes first; each has other boxes below the root, at most `count` in all. Empty if the tree is not regular,
/// the numbers of slots and cells differ, or no boxes fit.
std::vector<Tiling> best_tilings(const Pattern& pattern, const TreeTopology& tree, std::size_t count);

}  // namespace topomorph::benchmarks
