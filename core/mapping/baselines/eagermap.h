// EagerMap: greedy hierarchical grouping, as published [Cruz 2019].
#pragma once

#include <span>
#include <vector>

#include "core/mapping/graph/graph.h"
#include "core/mapping/problem/problem.h"

namespace topomorph::mapping {

/// Returns the groups of algorithm 2: one per object of the level, or one per element if there are fewer elements.
/// Sizes differ by one at most.
ElementGroups eager_groups(const Graph& graph, std::size_t objects);

/// Returns the groups of algorithms 6 and 7: a group is full when its load reaches the mean of the remaining load over
/// the remaining groups. `load` has the load of each element, 0 or more. May return fewer groups than objects.
ElementGroups eager_groups_by_load(const Graph& graph, std::span<const std::int64_t> load, std::size_t objects);

/// Does the rest of algorithm 1 when the groups of roles for the slots are known: groups them level by level and places
/// them. `of_groups` is the graph of the groups (algorithm 4); the tree is regular and has as many slots as groups, or
/// more.
Mapping eager_mapping_above(ElementGroups groups, Graph of_groups, std::size_t roles, const TreeTopology& tree);

/// Maps by algorithms 1 to 7. If nodes of the tree differ in shape or the topology is no tree, section 3.6 applies:
/// each machine (machines_of()) gets roles in proportion to its slots and is then mapped by itself. If there are more
/// roles than slots, roles share slots, up to the allowed number per slot. Loads of roles are balanced, without a
/// guarantee.
///
/// "eagermap:scan" finds the same mapping by algorithm 8 with kept sums: each step that chooses among the roles (the
/// first level, the roles of each machine) scans all roles, shared among the workers. Throws InputError for other
/// parameters.
Mapping map_by_eagermap(const Problem& problem);

}  // namespace topomorph::mapping
