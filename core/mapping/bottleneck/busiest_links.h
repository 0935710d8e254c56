// Relieves the busiest links of a mapping by exchanging roles.
#pragma once

#include "core/evaluation/level_costs.h"
#include "core/mapping/map.h"
#include "core/model/routing.h"
#include "core/model/tree.h"

namespace topomorph::mapping {

/// Exchanges roles as long as this takes load off the busiest link of a tree. Pinned roles stay. `mapping` has at most
/// one role on a slot.
void relieve_busiest_links(const Affinity& affinity, const TreeTopology& tree, const evaluation::TreeCosts& costs,
                           const MapOptions& options, Mapping& mapping);

/// The same on any network with routes, by a search that also takes steps back. The busiest link never gets more to do.
void relieve_busiest_links(const Affinity& affinity, const Routing& routing, std::uint64_t slots,
                           const MapOptions& options, Mapping& mapping);

}  // namespace topomorph::mapping
