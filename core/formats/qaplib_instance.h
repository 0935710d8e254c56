// Instances of QAPLIB, the library of quadratic assignment problems: two dense matrices in a file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/affinity.h"

namespace topomorph::formats::qaplib {

/// Larger instances are refused: dense files are for small ones.
inline constexpr std::uint64_t kMostLocations = 1024;

/// The flows between facilities (roles) and the distances between locations (slots), size x size numbers each, row
/// after row. Distances are symmetric and 0 from a location to itself. Costs of mappings, summed over ordered pairs,
/// are QAPLIB's objective.
struct Instance {
  std::uint64_t size = 0;
  std::vector<std::uint64_t> flows, distances;
  std::uint64_t columns = 0;  ///< where the distances are those of a full grid by hops: its columns; else 0
};

/// Reads n and then two n x n matrices of whole numbers, anywhere in the lines. Files do not tell which matrix has the
/// distances: it is the one of a full grid, where there is one; else the second, if that can be distances; else the
/// first. Source: Burkard, Karisch, Rendl: QAPLIB, a quadratic assignment problem library, 1997. Throws InputError.
Instance read_instance(const std::string& path);

}  // namespace topomorph::formats::qaplib

namespace topomorph::formats {

/// The flows of an instance, as directed as they are: a mapping's cost is then its objective. Throws InputError.
Affinity read_qaplib_flows(const std::string& path);

}  // namespace topomorph::formats
