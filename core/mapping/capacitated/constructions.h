// The constructions of the mapper for several roles on a slot.
#pragma once

#include "core/mapping/search.h"

namespace topomorph::mapping {

/// Maps the problem without its limits to a tree with a level of places below the slots: twice as many places on a slot
/// as roles share one on average. Returns the balanced assignment if that tree would be too large, or if a slot has
/// more pinned roles than places.
std::vector<Vertex> construct_on_places(const Search& search);

/// Cuts parts from coarse to fine (deep_multilevel()), each number with other random numbers.
std::vector<Vertex> construct_parts(const Search& search, std::uint64_t number);

/// Changes the wanted assignment as little as the limits require, and refines it within them by moves and exchanges.
/// Returns nothing if the limits cannot be met.
std::optional<Candidate> refined_within_limits(const Instance& instance, const std::vector<Vertex>& wanted);

}  // namespace topomorph::mapping
