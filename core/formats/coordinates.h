// Reads the coordinates of roles: points of a mesh, as a solver or a collection of matrices has them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace topomorph::formats {

/// One list a dimension, with a finite number for each role.
using Coordinates = std::vector<std::vector<double>>;

/// Reads a line of one to kMostCoordinates numbers for each role, or a Matrix Market array (real or integer, general)
/// with a row for each role. Skips blank lines and lines that begin with # or %. Throws InputError with file and line.
Coordinates read_coordinates(const std::string& path, std::uint64_t roles);
inline constexpr std::uint64_t kMostCoordinates = 16;

}  // namespace topomorph::formats
