// Files with a line for each role: mappings, and coordinates of points of a mesh.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/mapping.h"

namespace topomorph::formats {

/// One slot number per line; line i is role i. Throws InputError, also for slots that are not below `slots`.
Mapping read_mapping(const std::string& path, std::optional<std::uint64_t> slots = {});
void write_mapping(const Mapping& mapping, const std::string& path);

/// One list a dimension, with a finite number for each role.
using Coordinates = std::vector<std::vector<double>>;

/// Reads a line of one to kMostCoordinates numbers for each role, or a Matrix Market array (real or integer, general)
/// with a row for each role. Skips blank lines and lines that begin with # or %. Throws InputError with file and line.
Coordinates read_coordinates(const std::string& path, std::uint64_t roles);
inline constexpr std::uint64_t kMostCoordinates = 16;

}  // namespace topomorph::formats
