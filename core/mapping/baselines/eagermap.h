// EagerMap (paper 004): greedy hierarchical grouping, as published.
#pragma once

#include <span>
#include <vector>

#include "core/mapping/baselines/element_groups.h"
#include "core/mapping/registry.h"

namespace topomorph::mapping {

/// Algorithm 2: as many groups as there are objects on the level, or elements if these are fewer; sizes differ by one
/// at most.
ElementGroups eager_groups(const Graph& graph, std::size_t objects);

/// Algorithms 6 and 7: a group is full when its load reaches the mean of what is left. `load` of each element, 0 or
/// more. May return fewer groups than objects.
ElementGroups eager_groups_by_load(const Graph& graph, std::span<const std::int64_t> load, std::size_t objects);

/// Algorithms 1 to 7, and section 3.6 where nodes of the tree differ in shape or the topology is no tree: first the
/// roles of each machine (machines_of()), in proportion to its slots, then each machine by itself. More roles than
/// slots share slots, at most as many on each as is allowed; loads of roles are balanced, without a promise.
///
/// "eagermap:scan" finds the same mapping by algorithm 8: every step that chooses among the roles (the first level, and
/// who runs on which machine) looks at all of them, shared out to the workers. Throws InputError for other parameters.
Mapping map_eagerly(const Problem& problem);

}  // namespace topomorph::mapping
