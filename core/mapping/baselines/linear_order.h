// A linear order of a network's slots, in which successive slots are near each other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/topology.h"

namespace topomorph::mapping {

/// Returns the position of a point on the Hilbert curve through a cube with 2^bits points a side [Skilling 2004]. All
/// dimensions together may have 64 bits at most.
std::uint64_t hilbert_position(std::span<const std::uint32_t> point, unsigned bits);

/// Returns all slots in the order of a curve.
/// Meshes, tori and hypercubes: the Hilbert curve through the smallest enclosing cube whose sides are a power of two,
/// without the points outside the network (the order of the compact Hilbert curve). If its positions exceed 64 bits:
/// row by row, every other row backwards. Trees and dragonflies: their own order, part after part. Other networks: both
/// halves of a bisection by distance, one after the other, each half ordered by the same rule. Slots of a network with
/// machines, and of a part of a topology, follow the order of the whole network.
std::vector<Slot> linear_order(const Topology& topology);

}  // namespace topomorph::mapping
