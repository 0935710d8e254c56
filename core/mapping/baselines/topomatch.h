// TopoMatch (paper 000), as published: TreeMatch on trees, Scotch on all other topologies, constraints.
#pragma once

#include "core/mapping/registry.h"

namespace topomorph::mapping {

/// TopoMatch's default choice (figure 3), with the parameter of parse_topomatch_options(). Trees whose nodes are alike
/// on each level: algorithm 1 bottom-up; other trees as map_topomatch_constrained(). Several roles on a slot by a level
/// of places below the slots. Other topologies: Scotch on the whole of it (algorithm 2), where this is the part that
/// the caller allows on a sub-architecture (algorithm 4), with strategy "balance" and a sparse factor of 0.5 where the
/// options have none; roles of slots that got too many are moved to slots nearby. Where Scotch cannot take all slots,
/// on a compact part. Throws InputError where Scotch fails, and for a parameter that it does not know.
Mapping map_topomatch(const Problem& problem);

/// On the first slots, of as many as are needed: the constraint that the paper compares with. Trees from the top down,
/// parts of the roles in the sizes of the subtrees (algorithm 3); others by Scotch on the sub-architecture of these
/// slots (algorithm 4).
Mapping map_topomatch_constrained(const Problem& problem);

}  // namespace topomorph::mapping
