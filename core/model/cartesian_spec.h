// Parses grids as users write them on the command line: cart:DIMS[:periodic][:hops|:component].
#pragma once

#include <optional>
#include <string>

#include "core/model/cartesian_pattern.h"

namespace topomorph::inline model {

/// The hops of the stencil `hops` beside the nearest neighbours [Hunold 2020].
inline constexpr std::int64_t kHopLengths[] = {2, 3};

/// Returns whether the text names a grid (begins with "cart:") and not a file.
bool is_cart_spec(const std::string& spec);

/// Returns the pattern of a specification such as cart:50x48, cart:10x15x16:hops or cart:8x8:periodic. `periodic`
/// closes every dimension. Throws InputError.
CartesianPattern parse_cart_spec(const std::string& spec);

/// Returns the same pattern as an affinity: one byte and one message for each directed edge. Throws InputError.
Affinity parse_cart_affinity(const std::string& spec);

/// Returns the pattern if the argument names a grid; MapOptions::grid takes it with the affinity of that name.
std::optional<CartesianPattern> pattern_of_affinity(const std::string& affinity_argument);

}  // namespace topomorph::inline model
