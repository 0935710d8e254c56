// Grids of roles laid into meshes, tori and hypercubes, neighbour beside neighbour.
#pragma once

#include <optional>
#include <vector>

#include "core/mapping/network/network_problem.h"

namespace topomorph::mapping {

/// Where the heavy edges are those of a grid: each of its axes runs through some dimensions of the network, back and
/// forth (a reflected Gray code; in a hypercube the classical embedding), so that neighbours are one hop apart. The
/// cheapest way to share out the dimensions. Nothing for other affinities and networks, and where no share fits.
std::optional<std::vector<Vertex>> embed_grid(const NetworkProblem& problem);

}  // namespace topomorph::mapping
