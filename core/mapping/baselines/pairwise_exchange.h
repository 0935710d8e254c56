// MPIPP: random mappings, improved by exchanges of two roles [Chen 2006].
#pragma once

#include "core/mapping/problem/problem.h"

namespace topomorph::mapping {

/// Maps by MPIPP ([Chen 2006], a baseline of [Cruz 2019]). From a random mapping each role in turn exchanges its slot
/// with the role, or moves to the free slot, that saves most, until no exchange saves anything. Returns the cheapest
/// mapping of several starts. Time grows with the square of the slots: throws InputError for more than
/// kMostExchangeSlots.
Mapping map_by_exchanges(const Problem& problem);
inline constexpr std::size_t kMostExchangeSlots = 8192;

}  // namespace topomorph::mapping
