// Generates communication patterns for any number of ranks, for jobs of which only the size is known.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/model/affinity.h"

namespace topomorph::workload {

/// "stencil2d", "stencil3d": nearest neighbours in the smallest sufficient square or cube, filled row by row. "mesh2d",
/// "mesh3d": unstructured meshes of random points in a square or cube, in no order; near points communicate (6 and 14
/// neighbours on average, as vertices of triangles and tetrahedra have). They replace the sparse matrices with geometry
/// of [Tuncer 2015].
std::span<const std::string> pattern_names();

/// One byte and one message each way between neighbours. Same seed, same pattern. Throws InputError for an unknown
/// name, for no ranks and for more than kMaxRoles.
Affinity make_pattern(const std::string& name, std::uint64_t ranks, std::uint64_t seed);

}  // namespace topomorph::workload
