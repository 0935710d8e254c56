// Makes candidates of assignments: bound roles are moved to where they must be.
#pragma once

#include "core/mapping/search/instance.h"

namespace topomorph::mapping {

/// Returns a candidate after moving pinned vertices to their slots and confined ones into their parts, at little cost:
/// every confined role that is outside its part to the cheapest slot inside without a confined role; if there is none,
/// roles of overlapping parts move on along a shortest augmenting path. Not for within_limits(). Throws InputError if a
/// part has no room.
Candidate candidate_of(const Instance& instance, std::vector<Vertex> slot_of);

}  // namespace topomorph::mapping
