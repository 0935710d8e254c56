// Topologies as pictures.
#pragma once

#include <string>

#include "core/model/given_topology.h"

namespace topomorph::topology {

/// An SVG file: trees as boxes in boxes, grids as lattices, everything else as a circle of what there is, with its
/// links; a network with machines in its places as both. Slots have their numbers as long as they are at most a few
/// thousand; of larger topologies equal parts are drawn once and counted. Throws InputError for networks of more
/// links or vertices than can be told apart.
std::string draw(const GivenTopology& given);

}  // namespace topomorph::topology
