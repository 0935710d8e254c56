// How a grid, and the volumes of its rules, grow with the number of ranks.
#pragma once

#include <optional>
#include <vector>

#include "core/extrapolation/recognition.h"

namespace topomorph::extrapolation {

/// Returns the extents that a grid of `ranks` ranks probably has, the most probable first. A grid as near to a cube as
/// its ranks allow stays so, with its longest axis the longest; of axes as long as each other it is the one that is
/// longer in the smaller grid, else the last: in codes that number ranks by their own arithmetic (NAS, HPCG, MiniMD)
/// the axis of consecutive ranks is the longest. The other way round follows, as MPI_Dims_create makes it. Of other
/// grids all axes grow by about the same factor, with a smaller grid as they have grown from there.
std::vector<Extents> continued_extents(const Extents& known, const std::optional<Extents>& smaller,
                                       std::uint64_t ranks);

/// Returns the first of these grids that has a meaning for all rules; nothing if there is none.
std::optional<RankGrid> continued_grid(const Recognised& known, const std::optional<Extents>& smaller,
                                       std::uint64_t ranks);

/// Returns the rules with their volumes on the larger grid. Without `smaller`, the fit of the same rules to a profile
/// of fewer ranks, each process is assumed to send about as much by each rule as before (weak scaling), with blocks
/// shaped as block_shape.h says; numbers of messages stay. With it, steps of a domain of fixed size change as the
/// surfaces of its blocks, and other volumes with a power of the number of ranks.
std::vector<FittedRule> continued_rules(const Recognised& known, const Recognised* smaller, const RankGrid& grid);

}  // namespace topomorph::extrapolation
