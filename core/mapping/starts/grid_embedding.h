// Embeds grids of roles in meshes, tori, hypercubes and dragonflies: each axis gets a share of the machine's sides.
#pragma once

#include <optional>
#include <vector>

#include "core/mapping/search/instance.h"

namespace topomorph::mapping {

/// Embeds a grid of roles: cuts the sides of the machine (dimensions of the network, levels inside hosts) into factors,
/// gives each axis some of them, and lays the axis through these back and forth (a reflected Gray code; in a hypercube
/// the classical embedding), so that neighbours are near. A row of 16 may be 8 places along one dimension times 2 along
/// another: of rows and columns that exchange all with all, these products are the compact shapes. The grid is the
/// known one, or neighbours (recognise_grid(), recognise_lattice()) or groups (recognise_groups()) in the affinity tell
/// it. Returns the cheapest way to share out the factors. Returns nothing if there is no grid, for other networks, or
/// if no share fits.
std::optional<std::vector<Vertex>> embed_grid(const Instance& instance);

}  // namespace topomorph::mapping
