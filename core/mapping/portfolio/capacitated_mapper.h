// The mapper for several roles on a slot, loads, speeds and roles confined to parts of a tree, and its constructions.
#pragma once

#include "core/mapping/problem/problem.h"
#include "core/mapping/search/search.h"

namespace topomorph::mapping {

/// Maps the problem without its limits to a tree with a level of places below the slots: twice as many places on a slot
/// as roles share one on average; to few of them (`number` 0), or to the number-th choice that leaves hosts room
/// (rooms_of()). Returns nothing if there is no such choice, if that tree would be too large, or if a slot has more
/// pinned roles than places.
std::optional<std::vector<Vertex>> construct_on_places(const Search& search, std::uint64_t number);

/// Cuts parts from coarse to fine (deep_multilevel()), each number with other random numbers.
std::vector<Vertex> construct_parts(const Search& search, std::uint64_t number);

/// Changes the wanted assignment as little as the limits require, and refines it within them by moves and exchanges.
/// Returns nothing if the limits cannot be met.
std::optional<Candidate> refined_within_limits(const Instance& instance, const std::vector<Vertex>& wanted);

/// Maps within the limits of the options. Returns the optimum for very few roles. Otherwise the candidates are the
/// balanced assignment, the launcher's order, and, if many roles share a slot, parts cut from coarse to fine; if few
/// do, the problem without its limits (one role on each place of a tree with a level of places below the slots).
/// Changes each candidate as little as the limits require, refines it within them, and returns the cheapest. Needs a
/// tree. Throws InputError if the limits cannot be met.
Mapping map_within_limits(const Problem& problem);

/// Improves a mapping of fewer roles than slots, one role on each: returns the optimum on all slots for very few roles,
/// else moves roles of `start` to free slots and exchanges them as long as this saves something. Pinned roles stay.
/// Returns `start` unchanged for few roles on millions of slots. Needs a tree.
Mapping use_free_slots(const Problem& problem, const Mapping& start);

}  // namespace topomorph::mapping
