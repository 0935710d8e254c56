// Affinities of NAS-like programs for 16 to 4096 ranks: those of the tables at scale, and three that only have
// collectives.
#pragma once

#include <span>
#include <string_view>

#include "core/model/affinity.h"

namespace topomorph::benchmarks {

/// bt, cg, ep, ft, is, lu, mg, sp, and hpcg, lammps, minighost.
std::span<const std::string_view> extrapolated_programs();

/// Returns the traffic of a program with this name. `ranks` is 16, 64, 256, …: where the programs of the tables at
/// scale exist (benchmarks/scale/program.h). Throws InputError for others.
Affinity pattern_of(std::string_view program, std::uint32_t ranks);

}  // namespace topomorph::benchmarks
