// Communication patterns of any number of ranks, for jobs of which only the size is known.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/model/affinity.h"

namespace topomorph::workload {

/// "stencil2d", "stencil3d": nearest neighbours in the smallest square or cube with room, filled row by row; "mesh2d",
/// "mesh3d": unstructured meshes, random points in a square or cube of which those near each other exchange something
/// (6 and 14 neighbours on average, as vertices of triangles and tetrahedra have), in no order. What paper 001 takes
/// from the collection of sparse matrices with geometry.
std::span<const std::string> pattern_names();

/// One byte and one message each way between neighbours. Same seed, same pattern. Throws InputError for an unknown name
/// and for no ranks or more than kMaxRoles.
Affinity make_pattern(const std::string& name, std::uint64_t ranks, std::uint64_t seed);

}  // namespace topomorph::workload
