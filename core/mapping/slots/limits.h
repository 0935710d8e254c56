// The limits of a problem, as the searches use them: of places, loads, speeds, pins and confinement.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/mapping/problem/problem.h"
#include "core/mapping/slots/occupancy.h"

namespace topomorph::mapping {

/// Returns for each role its own slot if it is pinned, the common slots of the parts that it is confined to, else all
/// slots. Throws InputError for unknown roles and slots, and for parts without a common slot.
std::vector<Interval> allowed_slots(const Problem& problem);

/// Returns the limits of the problem's options, with capacities that can be met, and sets `feasible` to an assignment
/// that keeps them. Finds the least time of the slowest slot by placing the longest roles first, each on the slot that
/// ends first ([Graham 1969]; exact for one role per slot), and adds the imbalance to the lower bound of that time.
/// Throws InputError for lists of the wrong length, loads that overflow, and limits that cannot be met.
Limits limits_of(const Problem& problem, std::vector<Vertex>& feasible);

/// Throws InputError for a role that finds no room in the slots that it is confined to.
[[noreturn]] void refuse_crowding(Role role, const Interval& allowed);

/// Returns a role that is left without room if every slot takes `places` roles; nothing if all find room. Serves roles
/// with the nearest end first (maximum matching in a convex bipartite graph [Glover 1967]). `allowed` has the slots of
/// each role; roles that may have all `slots` do not count.
std::optional<Role> role_without_room(std::span<const Interval> allowed, std::uint64_t slots, std::uint64_t places);

}  // namespace topomorph::mapping
