// Draws topologies as SVG.
#pragma once

#include <string>

#include "core/model/given_topology.h"

namespace topomorph::topology {

/// Returns an SVG file. Trees are nested boxes, grids lattices, other networks circles of places with their links; a
/// network with machines in its places is drawn as network and machines. Slots have numbers up to a few thousand; of
/// larger topologies equal parts are drawn once and counted. Throws InputError for networks of too many links or
/// vertices to be told apart.
std::string draw(const GivenTopology& given);

}  // namespace topomorph::topology
