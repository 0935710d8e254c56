// Target architectures of Scotch ("scotch:FILE"): the formats of its user's guide, version 7.
#pragma once

#include <string>

#include "core/model/given_topology.h"

namespace topomorph::topology {

/// Reads cmplt, cmpltw, deco (types 0, 1 and 2), hcub, ltleaf, mesh2D, mesh3D, meshXD, sub, tleaf, torus2D, torus3D and
/// torusXD. Slots are Scotch's terminals, distances are Scotch's (of version 7.0: two leaves of a tleaf are as far
/// apart as the sum of the costs from the level where they meet down to the leaves). Weights of terminals become
/// speeds. Throws InputError with file and line.
GivenTopology read_scotch(const std::string& path);

}  // namespace topomorph::topology
