// MPIPP: random mappings, bettered by exchanges of two roles.
#pragma once

#include "core/mapping/registry.h"

namespace topomorph::mapping {

/// MPIPP (Chen, Chen, Huang, Robert, Kuhn 2006; the baseline of paper 004): from a random mapping each role in turn
/// changes places with that role, or moves to that free slot, that saves most, until no exchange saves anything; of
/// several starts the cheapest. Time grows with the square of the slots: throws InputError for more than
/// kMostExchangeSlots.
Mapping map_by_exchanges(const Problem& problem);
inline constexpr std::size_t kMostExchangeSlots = 8192;

}  // namespace topomorph::mapping
