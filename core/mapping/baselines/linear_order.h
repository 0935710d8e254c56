// Networks as a line: slots that follow each other are near each other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/topology.h"

namespace topomorph::mapping {

/// Position of a point on the Hilbert curve through a cube of 2^bits points a side (Skilling: Programming the Hilbert
/// curve, 2004). At most 64 bits in all dimensions together.
std::uint64_t hilbert_position(std::span<const std::uint32_t> point, unsigned bits);

/// All slots, in the order of a curve. Meshes, tori and hypercubes: of the Hilbert curve through the smallest cube with
/// sides of a power of two around them, with what is outside left out (the order of the compact Hilbert curve); where
/// its positions exceed 64 bits, row by row, every other one backwards. Trees and dragonflies: their own order, part
/// after part. Other networks: both halves of a bisection by distance, one after the other, each ordered so. Places of
/// a network with machines, and parts of a topology, follow the whole.
std::vector<Slot> linear_order(const Topology& topology);

}  // namespace topomorph::mapping
