// The traffic of a spectral-element code on a solid body that a bisection has cut into parts.
#pragma once

#include <string>

#include "benchmarks/mapping/instances.h"

namespace topomorph::benchmarks {

/// Returns the traffic of as many roles as there are parts of a body of unit elements, 24 for each role or a few more.
/// `body` is "pipe" (a disc, eight times as long as wide), "ball" or "box" (sides as 4:2:1). Recursive coordinate
/// bisection cuts the elements into equal parts. Two elements of different parts exchange the points that they share,
/// of order 8: 81 of a face, 9 of an edge, 1 at a corner. Throws InputError for other bodies.
Instance solid(const std::string& body, std::uint64_t roles);

}  // namespace topomorph::benchmarks
