// What goes into Scotch's gmap and what comes out of it, in Scotch's files.
#pragma once

#include <string>

#include "core/model/affinity.h"
#include "core/model/mapping.h"

namespace topomorph::benchmarks {

/// Writes the affinity as Scotch's graph, with weights divided until their sum, at this largest distance, fits 31 bits
/// (edges keep 1 at least): beyond that gmap, 64-bit builds too, computes nonsense or crashes (seen in 7.0.3).
void write_scaled_graph(const Affinity& affinity, std::uint64_t largest_distance, const std::string& path);

/// Reads gmap's mapping: the slot of each of `roles` roles, several on one slot maybe. Throws InputError.
Mapping read_scotch_mapping(const std::string& path, std::uint64_t roles, std::uint64_t slots);

}  // namespace topomorph::benchmarks
