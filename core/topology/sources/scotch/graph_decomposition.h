// Reads Scotch's decomposition-defined architectures of type 2: a graph and its coarsenings.
#pragma once

#include "core/topology/sources/scotch/decomposition.h"

namespace topomorph::topology::scotch {

/// Reads the text after "deco 2". Slots are the vertices of the finest graph that are terminals; their distance is the
/// cost of the shortest path in it. Scotch searches only three hops far and estimates the rest from coarser graphs, so
/// its distances are equal or larger, and on weighted graphs differ by direction. Throws InputError.
Architecture read_graph_decomposition(formats::NumberStream& text);

}  // namespace topomorph::topology::scotch
