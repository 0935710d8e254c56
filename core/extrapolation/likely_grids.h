// The grids of a number of ranks, those first on which its pairs are near to each other.
#pragma once

#include <vector>

#include "core/extrapolation/pair_table.h"
#include "core/extrapolation/rank_grid.h"

namespace topomorph::extrapolation {

/// Returns all grids of two to `most_axes` axes with at least two ranks along each. Those come first on which the steps
/// between the ranks of pairs go along few axes and not far, weighted with the bytes: a grid on which a stencil is wide
/// is probably none of its program. Looks at a few hundred pairs, the same ones in each run. With numbering by turns of
/// bits, the number of ranks is a power of two.
std::vector<Extents> likely_grids(const PairTable& table, std::size_t most_axes, Numbering numbering);

}  // namespace topomorph::extrapolation
