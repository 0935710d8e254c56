// Brings confined roles into their parts of a tree at no cost, by exchanging whole branches.
#pragma once

#include <vector>

#include "core/mapping/problem/problem.h"
#include "core/mapping/problem/slot_selection.h"

namespace topomorph::mapping {

/// Moves each role that is outside its interval of slots into it: exchanges the branch of the tree that it is in with
/// the one that holds the interval, if both have the same shape and hold no pinned role and no earlier role that had to
/// be in its interval; else exchanges the role alone. Roles with an empty interval may be anywhere.
void bring_into_parts(const Problem& problem, const std::vector<Interval>& parts, Mapping& mapping);

}  // namespace topomorph::mapping
