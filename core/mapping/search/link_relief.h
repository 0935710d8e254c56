// Relieves the busiest links by exchanging roles: of a tree by a descent, of any network by a random search.
#pragma once

#include "core/base/deadline.h"
#include "core/evaluation/level_costs.h"
#include "core/mapping/problem/map_options.h"
#include "core/model/routing.h"
#include "core/model/tree.h"

namespace topomorph::mapping {

/// Exchanges roles as long as this takes load off the busiest link. Pinned roles stay. `mapping` has at most one role
/// on a slot. A tree has one link above each node, whose loads an exchange updates level by level, so a descent over
/// all promising exchanges is affordable. relieve_routes() in its place, in its first form, was better in 11 of 44
/// cases (17 affinities, trees of 16 to 512 slots, presets fast and default), worse in 8 by up to 8 %, 2 % better in
/// the mean, and took half as much time again in all, five times as much with 64 roles and preset fast.
void relieve_tree(const Affinity& affinity, const TreeTopology& tree, const evaluation::TreeCosts& costs,
                  const MapOptions& options, const Deadline& deadline, Mapping& mapping);

/// Exchanges roles of busy links by a search that also takes steps back, as relief_plan() says. The busiest link never
/// gets more load. Pinned roles stay. `mapping` has at most one role on a slot. On trees relieve_tree() does the same
/// with less work.
void relieve_routes(const Affinity& affinity, const Routing& routing, std::uint64_t slots, const MapOptions& options,
                    const Deadline& deadline, Mapping& mapping);

}  // namespace topomorph::mapping
