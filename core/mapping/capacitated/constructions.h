// The constructions of the mapper for several roles on a slot.
#pragma once

#include "core/mapping/search.h"

namespace topomorph::mapping {

/// Maps the problem without its limits to a tree with a level of places below the slots, as many places as roles share
/// a slot on average, twice. The balanced assignment, if that tree would be too large, or a slot has more pinned roles.
std::vector<Vertex> construct_on_places(const Search& search);

/// Cuts parts from coarse to fine (deep_multilevel()), each number with other random numbers.
std::vector<Vertex> construct_parts(const Search& search, std::uint64_t number);

/// Changes the wanted assignment as little as the limits want, and refines it within them by moves and exchanges.
/// Nothing if the limits cannot be met.
std::optional<Candidate> refined_within_limits(const Instance& instance, const std::vector<Vertex>& wanted);

}  // namespace topomorph::mapping
