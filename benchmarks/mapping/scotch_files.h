// Input and output of Scotch's gmap in Scotch's files.
#pragma once

#include <string>

#include "core/model/affinity.h"
#include "core/model/mapping.h"

namespace topomorph::benchmarks {

/// Writes the affinity as Scotch's graph. Divides weights (with a minimum of 1) until their sum times the largest
/// distance fits 31 bits: above, gmap computes nonsense or crashes, also in 64-bit builds (seen in 7.0.3).
void write_scaled_graph(const Affinity& affinity, std::uint64_t largest_distance, const std::string& path);

/// Reads gmap's mapping: the slot of each of `roles` roles; roles may share a slot. Throws InputError.
Mapping read_scotch_mapping(const std::string& path, std::uint64_t roles, std::uint64_t slots);

}  // namespace topomorph::benchmarks
