// Decomposition-defined architectures of Scotch, type 2: a graph and its coarsenings.
#pragma once

#include "core/topology/sources/scotch/decomposition.h"

namespace topomorph::topology::scotch {

/// What stands behind "deco 2": the slots are those vertices of the finest graph that are terminals, and their distance
/// is the cost of the shortest path in it. (Scotch searches three hops far and takes what lies beyond from the coarser
/// graphs, so its numbers are the same or larger; on weighted graphs they differ by direction.) Throws InputError.
Architecture read_graph_decomposition(formats::NumberStream& text);

}  // namespace topomorph::topology::scotch
