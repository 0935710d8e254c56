// Reads Scotch's target architectures ("scotch:FILE") in the formats of its user's guide, version 7.
#pragma once

#include <string>

#include "core/model/given_topology.h"

namespace topomorph::topology {

/// Reads cmplt, cmpltw, deco (types 0, 1 and 2), hcub, ltleaf, mesh2D, mesh3D, meshXD, sub, tleaf, torus2D, torus3D and
/// torusXD. Slots are Scotch's terminals; weights of terminals become speeds. Distances are those of Scotch 7.0: in a
/// tleaf the sum of the costs from the level where two leaves meet down to them. Throws InputError with file and line.
GivenTopology read_scotch(const std::string& path);

}  // namespace topomorph::topology
