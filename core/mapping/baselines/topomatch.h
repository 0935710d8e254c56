// TopoMatch, as published [Jeannot 2022]: TreeMatch on trees, Scotch on all other topologies, constraints.
#pragma once

#include <optional>

#include "core/mapping/problem/problem.h"

namespace topomorph::mapping {

/// Maps by TopoMatch's default choice (figure 3), with the parameter of parse_topomatch_options().
/// Trees with equal nodes on each level: algorithm 1, bottom-up. Other trees: map_topomatch_constrained(). Partitions
/// are Scotch's, or greedy where Scotch fails, unless the parameter says otherwise. Several
/// roles on a slot: a level of places below the slots. Other topologies: Scotch on all of the topology (algorithm 2);
/// if the topology is the part that the caller allows, on a sub-architecture (algorithm 4). The strategy is "balance"
/// and the sparse factor 0.5 unless the options have others. Roles of overfull slots move to slots nearby. If Scotch
/// cannot take all slots, it gets a compact part.
/// Throws InputError if Scotch fails, and for an unknown parameter.
Mapping map_topomatch(const Problem& problem);

/// Does the same on a tree with the greedy partitioner, unless the parameter says otherwise: TreeMatch, which knows no
/// other partitioner [Jeannot 2022, section 5.1: "the original TreeMatch algorithm without Scotch"].
Mapping map_treematch(const Problem& problem);

/// Maps onto slots near each other, as many as there are roles; the paper takes the slots of a job. Trees: from the top
/// down, parts of the roles in the sizes of the subtrees (algorithm 3). Other topologies: Scotch on the
/// sub-architecture of these slots (algorithm 4).
Mapping map_topomatch_constrained(const Problem& problem);
/// Does the same with the greedy partitioner, and returns nothing if Scotch fails: a start of a search, which makes
/// partitions of its own.
std::optional<Mapping> try_topomatch_constrained(const Problem& problem);

}  // namespace topomorph::mapping
