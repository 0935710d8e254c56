// Annealing of the busiest link's time, a simple method beside the mapper.
#pragma once

#include "core/model/affinity.h"
#include "core/model/mapping.h"
#include "core/model/topology.h"

namespace topomorph::benchmarks {

/// Returns a mapping whose busiest link (bytes / bandwidth) is as little busy as `swaps` random exchanges of two roles
/// found. It shares the routes with the mapper, and no search. Roles are as many as slots. Throws InputError if not,
/// and for topologies without links.
Mapping anneal_links(const Affinity& affinity, const Topology& topology, std::uint64_t swaps, std::uint64_t seed);

}  // namespace topomorph::benchmarks
