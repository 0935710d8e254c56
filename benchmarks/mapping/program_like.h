// Mapping problems as programs pose them, drawn at random: shapes, stencils, volumes, noise, numbering and machine.
#pragma once

#include <optional>
#include <string>

#include "benchmarks/mapping/instances.h"
#include "core/model/mapping.h"

namespace topomorph::benchmarks {

struct ProgramLike {
  std::string name;      ///< what it is, in a few words
  std::string topology;  ///< a tree of hosts of 6 to 128 cores in 1 to 8 packages, in the notation of `topomorph`
  Instance instance;
  /// The cheapest of the best tilings of the grid, judged by all traffic, and by role; nothing if no boxes fit.
  std::optional<Mapping> tiling;
};

/// Draws the problem with this number; the same for the same number and seed.
ProgramLike program_like(std::uint64_t number, std::uint64_t seed);

}  // namespace topomorph::benchmarks
