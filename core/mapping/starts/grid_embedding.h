// Embeds grids of roles in meshes, tori and hypercubes, neighbour beside neighbour.
#pragma once

#include <optional>
#include <vector>

#include "core/mapping/search/instance.h"

namespace topomorph::mapping {

/// Embeds a grid of roles: lays each of its axes through some dimensions of the network, back and forth (a reflected
/// Gray code; in a hypercube the classical embedding), so that neighbours are one hop apart. Returns the cheapest way
/// to share out the dimensions. Returns nothing if the heavy edges are no grid, for other networks, or if no share
/// fits.
std::optional<std::vector<Vertex>> embed_grid(const Instance& instance);

}  // namespace topomorph::mapping
