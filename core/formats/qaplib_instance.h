// Reads QAPLIB instances (quadratic assignment problems): two dense matrices in a file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/affinity.h"

namespace topomorph::formats::qaplib {

/// Larger instances are refused, because dense files are for small ones.
inline constexpr std::uint64_t kMostLocations = 1024;

/// The flows between facilities (roles) and the distances between locations (slots), each size x size numbers, row by
/// row. Distances are symmetric and 0 from a location to itself. The cost of a mapping, summed over ordered pairs, is
/// QAPLIB's objective.
struct Instance {
  std::uint64_t size = 0;
  std::vector<std::uint64_t> flows, distances;
  std::uint64_t columns = 0;  ///< of the full grid whose hops are the distances; 0 if there is none
};

/// Reads n and then two n x n matrices of whole numbers; line ends have no meaning. Files do not say which matrix has
/// the distances. It is the one of a full grid if there is one, else the second if it can be distances, else the first.
/// Source: Burkard, Karisch, Rendl: QAPLIB, a quadratic assignment problem library, 1997. Throws InputError.
Instance read_instance(const std::string& path);

}  // namespace topomorph::formats::qaplib

namespace topomorph::formats {

/// Returns the flows of an instance, directed as in the file, so that a mapping's cost is its objective. Throws
/// InputError.
Affinity read_qaplib_flows(const std::string& path);

}  // namespace topomorph::formats
