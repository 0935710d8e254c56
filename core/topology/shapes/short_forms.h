// Reads shapes given by a few numbers: "mesh:8x8", "hcub:10", "tleaf:4,180,24,90", ...
#pragma once

#include <string>

#include "core/model/given_topology.h"

namespace topomorph::topology {

// Readers of the text after the prefix. All throw InputError, with the whole specification in it.

/// ARITY:ARITY:...[@DISTANCE:...], from the slots up.
GivenTopology read_tree(const std::string& text);
/// 8x8[@COST:COST]: sizes, the first coordinate fastest, and the cost of a hop along each (or one for all).
GivenTopology read_mesh(const std::string& text);
GivenTopology read_torus(const std::string& text);
/// DIMENSIONS of two slots each.
GivenTopology read_hypercube(const std::string& text);
/// SLOTS, all at distance 1.
GivenTopology read_complete(const std::string& text);
/// SPEED,SPEED,...: one slot for each speed, all at distance 1.
GivenTopology read_weighted_complete(const std::string& text);
/// ARITY,COST,ARITY,COST,... from the root down, optionally after the number of levels, as in Scotch's "tleaf". The
/// distance is the sum of the costs from the level where two slots meet down to them.
GivenTopology read_tree_leaves(const std::string& text);
/// GROUPSxROUTERSxHOSTS[xGLOBAL_LINKS][@HOST:LOCAL:GLOBAL]; see DragonflyTopology.
GivenTopology read_dragonfly(const std::string& text);

}  // namespace topomorph::topology
